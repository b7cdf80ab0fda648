/**
 * Japanese: the lessons. `lesson.<id>.` has a lesson's title, what it tells, its task, a hint, and what is said when it is
 * done. The learner is blue; spaces are named as on the boards.
 */
export default {
  "learn.about": "本物の塔で学ぶ短いレッスンです。試して、取り消して、また試しましょう。失敗の心配はいりません。",
  "learn.progress": "全{all}レッスン中{done}レッスン完了",
  "learn.begin": "最初のレッスンから始める",
  "learn.go-on": "続きから：{title}",
  "learn.all-done": "これでルールはすべて身につきました。",
  "learn.again": "進み具合を消す",
  "learn.done": "完了",
  "learn.practice": "練習ゲーム",
  "learn.practice-about": "「入門」のボットと1対1で遊びます。できることと、その得点は画面がすべて示します。",
  "learn.practice-play": "入門ボットと対戦",
  "learn.tips": "勝つための5つのコツ",
  "learn.tip-1": "毎手番の移動をむだにしないこと。早いうちに、下層の2個重なったスイーツを集めましょう。",
  "learn.tip-2": "あるマスの上下左右をトークンで囲み、そこに入って登りましょう。上層の3勝利点は、下層の1勝利点よりずっと大きいのです。",
  "learn.tip-3": "登る前に、次に投げたい場所の真下にトークンを残しましょう。下にトークンがなければ、上には残りません。",
  "learn.tip-4": "「塗りつけ」は合わせて3勝利点の価値があります。自分は他プレイヤーの届かない所にいましょう。",
  "learn.tip-5": "他の色のトークンに乗ると、その持ち主に2勝利点ずつ入ります。踏み込む前によく見ましょう。",

  "chapter.start": "スタート",
  "chapter.throw": "彩色",
  "chapter.move": "移動",
  "chapter.climb": "登る",
  "chapter.fall": "グラールの落下",
  "chapter.end": "手番とゲームの終了",
  "chapter.score": "得点計算",
  "chapter.rules": "ライバルカード：追加ルール",
  "chapter.scoring": "ライバルカード：得点",

  "lesson.number": "レッスン{number}／{all}",
  "lesson.task": "課題",
  "lesson.hint": "ヒント",
  "lesson.show": "お手本",
  "lesson.reset": "やり直す",
  "lesson.next": "次のレッスン",
  "lesson.to-list": "レッスン一覧",
  "lesson.to-practice": "練習ゲームへ",
  "lesson.solved": "できました！",
  "lesson.not-yet": "まだです。",
  "lesson.turn-over": "手番は終わりましたが、課題はまだ達成していません。{hint}",
  "lesson.shown": "これは一例です。",
  "lesson.unknown": "そのようなレッスンはありません。",
  "lesson.scores": "得点",

  "lesson.corner.title": "角マスを選ぶ",
  "lesson.corner.text":
    "中庭の塔には下層、中層、上層の3つの階層があります。あなたは青のクジャクで、グラールトークン25個とグラールカード13枚を持っています。下層と中層では、角マスの隣にスイーツがあります。全員が下層の空いた角マスからスタートします。全員のコマが置かれたら、それぞれ最初のカードを1枚引きます。",
  "lesson.corner.task": "4つの角マスのどれかに、自分のコマを置きましょう。",
  "lesson.corner.hint": "下層で光っている角マスをクリックします。キーボードなら矢印キー、続けてEnterです。",
  "lesson.corner.done": "他のプレイヤーは、残った角マスから順番に選びます。",

  "lesson.face-up.title": "グラールを投げる",
  "lesson.face-up.text":
    "手番では、必ず1回「彩色」を行います。カードには色の塗られたマスがあり、そのうち1マスを自分のコマが担います。残りの塗られたマスに、自分のトークンを1個ずつ置きます。置き方はすべて画面に表示されます。",
  "lesson.face-up.task": "カードを選んで彩色しましょう。",
  "lesson.face-up.hint": "カードをクリックするか、1を押します。次に、印の付いたマスを指してクリックします。",
  "lesson.face-up.done": "中庭にトークンが2個置かれました。今のところ1勝利点ずつです。",

  "lesson.rotation.title": "カードを回す",
  "lesson.rotation.text":
    "カードは4つの向きに回転でき、自分のコマは塗られたマスのどれを担ってもかまいません。ただし、左右を反転させることはできません。置き方は最大12通りです。",
  "lesson.rotation.task": "1回の彩色でd3とe2にトークンを置きましょう。",
  "lesson.rotation.hint": "カードを選んでd3を指します。e2にも届くまで、ホイールかRキーかボタンで回します。",
  "lesson.rotation.done": "指したマスに届く置き方が複数あるときは、回すたびに切り替わります。",

  "lesson.edges.title": "置ける条件",
  "lesson.edges.text":
    "塗られたマスはすべてボードの中に収まり、どれもトークンに重なってはいけません。塗られていないマスは、はみ出してもかまいません。スイーツのあるマスにも置けます。トークンはその上に乗り、スイーツはそのまま残ります。",
  "lesson.edges.task": "角マスから、a2のスイーツの上にトークンを投げましょう。",
  "lesson.edges.hint": "右向きだと、c1にある黄色のトークンが直線のカードの邪魔になります。上向きなら置けます。",
  "lesson.edges.done": "スイーツは残っています。ここに移動した人が、スイーツとトークンの両方を獲得します。",

  "lesson.star.title": "星のカード",
  "lesson.star.text":
    "✪が描かれたカードもあります。自分のコマは必ず✪のマスを担い、塗られたマスのすべてにトークンを置きます。2個ではなく3個置ける代わりに、置き方は少なくなります。",
  "lesson.star.task": "星のカードで3個のトークンを投げましょう。",
  "lesson.star.hint": "カードを選び、示された置き方から好きなものを選びます。4つの向きのうち1つは、トークンにふさがれています。",
  "lesson.star.done": "1回で3個のトークンを置きました。",

  "lesson.hit.title": "塗りつけ",
  "lesson.hit.text":
    "同じ階層で、投げる先に他プレイヤーのコマがあれば「塗りつけ」です。トークンは相手のグラールサプライに入り、すぐに1勝利点を獲得します。相手のサプライにあるそのトークンから、ゲーム終了時にさらに2勝利点を獲得します。",
  "lesson.hit.task": "d3の黄色に塗りつけましょう。",
  "lesson.hit.hint": "直線のカードなら、b3からc3とd3に届きます。",
  "lesson.hit.done": "今1勝利点、終了時に2勝利点です。",

  "lesson.face-down.title": "裏向きでプレイ",
  "lesson.face-down.text":
    "模様に従う代わりに、カードを裏向きでプレイすることもできます。自分のいる階層で、トークンもコマもないマスなら、どんなに離れていても1個だけ置けます。塗りつけにはなりません。",
  "lesson.face-down.task": "カードを裏向きでプレイし、e5にトークンを置きましょう。",
  "lesson.face-down.hint": "カードを選び、「裏向き」かFキーを押してから、e5をクリックします。",
  "lesson.face-down.done": "どのカードだったかは、誰にも見えません。",

  "lesson.not-twice.title": "裏向きは続けられない",
  "lesson.not-twice.text":
    "捨て札の一番上が裏向きなら、次のカードは表向きでプレイしなければなりません。使えるカードを手元に残すよう、先を考えましょう。",
  "lesson.not-twice.task": "直前のカードは裏向きです。カードを表向きでプレイしましょう。",
  "lesson.not-twice.hint": "カードを選びます。今は表向きだけが示されます。",
  "lesson.not-twice.done": "これで、また裏向きにできるようになりました。",

  "lesson.few-tokens.title": "最後のトークン",
  "lesson.few-tokens.text":
    "置くマスの数よりトークンが少ないときは、あるだけ置き、どのマスに置くかを選びます。それでも模様全体が置ける条件を満たさなければなりません。最後のトークンを使ったら、あとは手番を終えるだけです。",
  "lesson.few-tokens.task": "残りのトークンは1個です。d2の黄色に塗りつけましょう。",
  "lesson.few-tokens.hint": "カードはb4とd2に届きます。d2を指します。",
  "lesson.few-tokens.done": "見事な締めくくりです。1個のトークンで3勝利点になります。",

  "lesson.sweets.title": "移動してスイーツを集める",
  "lesson.sweets.text":
    "手番に1回、彩色の前か後に移動できます。同じ階層でコマのないマスなら、どんなに離れていてもかまいません。そこにあるスイーツは自分のものになります。ゲーム終了時、自分よりスイーツが少ないプレイヤー1人につき5勝利点を獲得します。",
  "lesson.sweets.task": "スイーツが2個あるマスに移動しましょう。",
  "lesson.sweets.hint": "「移動」を選ぶか、Mを押すか、自分のコマをクリックします。次に、光っているマスをクリックします。",
  "lesson.sweets.done": "スイーツを2個獲得しました。この手番では、まだ彩色が残っています。",

  "lesson.collect.title": "トークンのあるマスに移動",
  "lesson.collect.text":
    "トークンのあるマスに移動すると、それを受け取ります。自分のトークンなら、もう一度投げられます。他プレイヤーのトークンはサプライに残り、ゲーム終了時に持ち主が1個につき2勝利点を獲得します。避けて通りましょう。",
  "lesson.collect.task": "e4とe5にある自分のトークンのどちらかを取り戻しましょう。",
  "lesson.collect.hint": "e4かe5に移動します。黄色のトークンは自分のものではありません。",
  "lesson.collect.done": "トークンがサプライに戻りました。",

  "lesson.order.title": "順番は自由",
  "lesson.order.text":
    "「彩色」「移動」「登る」は、どの順番でも1回ずつ行えます。彩色だけは必須で、順番しだいで彩色できるなら、必ず行わなければなりません。この角マスではどのカードも使えず、直前のカードは裏向きです。",
  "lesson.order.task": "星のカードを使えるマスに移動して、プレイしましょう。",
  "lesson.order.hint": "このカードには、斜めに隣り合う空いたマスが3つ必要です。c3など中央に移動してから投げます。",
  "lesson.order.done": "示されたのは、彩色できるマスだけでした。",

  "lesson.climb.title": "登る",
  "lesson.climb.text":
    "自分の上下左右4マスすべてにトークンがあれば、誰の色でもかまわず、1つ上の階層の同じマスに登れます。斜めは数えません。一度登ったら、下には降りられません。",
  "lesson.climb.task": "中層に登りましょう。",
  "lesson.climb.hint": "「登る」を選ぶか、Cを押します。",
  "lesson.climb.done": "下の階層からは何も獲得しません。ここに残るトークンは、1個2勝利点になります。",

  "lesson.way-up.title": "登る足場を作る",
  "lesson.way-up.text": "トークンの足りないマスは、手札の下に表示されます。彩色でそこを埋めれば、同じ手番のうちに登れます。",
  "lesson.way-up.task": "1回の彩色でb3とd3を埋め、登りましょう。",
  "lesson.way-up.hint": "直線のカードを横向きにし、自分のコマを真ん中にして置きます。それから登ります。",
  "lesson.way-up.done": "1手番で彩色して登りました。まだ移動もできます。",

  "lesson.barred.title": "登れない場所",
  "lesson.barred.text":
    "真上のマスに他のコマがあると登れません。端の列や角のマスも、囲む面が足りないので登れません。今は黄色が真上にいます。",
  "lesson.barred.task": "四方をトークンに囲まれた別のマスに移動し、そこで登りましょう。",
  "lesson.barred.hint": "e4を見てください。d4、f4、e3、e5にトークンがあります。",
  "lesson.barred.done": "先に移動してから登る。順番は自分で決められます。",

  "lesson.stays.title": "1. 残るトークン",
  "lesson.stays.text":
    "中層や上層に投げたトークンは、真下のマスにトークンがあるときだけ、その階層に残ります。マスを指すと、どう落ちるかが見えます。",
  "lesson.stays.task": "中層に残るトークンを2個投げましょう。",
  "lesson.stays.hint": "d3とe3の真下、下層にトークンがあります。",
  "lesson.stays.done": "1勝利点ではなく、2勝利点ずつです。",

  "lesson.one-level.title": "2. 1つ下に落ちる",
  "lesson.one-level.text": "真下にトークンがなければ1つ下に落下します。さらにその真下にトークンがあれば、そこで止まります。",
  "lesson.one-level.task": "上層から投げて、中層で止まるトークンを作りましょう。",
  "lesson.one-level.hint": "d3とe3の真下は、下層にトークンがあり、中層にはありません。",
  "lesson.one-level.done": "上層から落ちて、下層のトークンに支えられ、中層で止まりました。",

  "lesson.two-levels.title": "3. 2つ下に落ちる",
  "lesson.two-levels.text": "真下にトークンが1つもなければ、上層から下層まで落下します。",
  "lesson.two-levels.task": "上層から下層まで落ちるトークンを投げましょう。",
  "lesson.two-levels.hint": "d3とe3の真下は、どの階層も空いています。",
  "lesson.two-levels.done": "一番下まで落ちました。上層なら3勝利点、ここでは1勝利点です。",

  "lesson.rain.title": "4. プレイヤーに落ちる",
  "lesson.rain.text":
    "落下するトークンの先にコマがあると、そのプレイヤーのサプライに入り、それ以上は落ちません。これは塗りつけではなく、今は得点になりませんが、ゲーム終了時に2勝利点になります。",
  "lesson.rain.task": "1つ下の階層、e3にいる黄色の上に落としましょう。",
  "lesson.rain.hint": "直線のカードを右向きに置きます。d3とe3です。",
  "lesson.rain.done": "終了時に2勝利点を獲得します。",

  "lesson.under.title": "5. トークンの下に入る",
  "lesson.under.text":
    "コマの真上にトークンが残ることはありません。トークンの真下のマスに移動すると、そのマスのトークンに続いて、上にあるトークンも次のコマまですべて自分に落ちてきます。",
  "lesson.under.task": "e4に移動し、上にあるトークンをすべて受け取りましょう。",
  "lesson.under.hint": "下層のe4に自分のコマを動かします。",
  "lesson.under.done": "黄色のトークンが1個と、また投げられる自分のトークンが2個です。",

  "lesson.through-sweets.title": "6. スイーツを通り抜ける",
  "lesson.through-sweets.text":
    "スイーツはトークンを支えません。トークンはスイーツを通り抜けて落下します。スイーツ自体は階層にくっついていて、落下しません。",
  "lesson.through-sweets.task": "a2にトークンを投げて、中層のスイーツを通り抜けさせましょう。",
  "lesson.through-sweets.hint": "斜めのカードを、自分のコマを真ん中にして置きます。a2とc4です。",
  "lesson.through-sweets.done": "下層のスイーツの上に乗りました。もう1個は、下にトークンがあるので上層に残りました。",

  "lesson.end-turn.title": "手番を終える",
  "lesson.end-turn.text":
    "彩色を済ませ、ほかにすることがなければ手番を終えます。そのあと、手札が3枚になるまで山札から引きます。手番を終えるまでは、すべて取り消せます。",
  "lesson.end-turn.task": "グラールを投げて、手番を終えましょう。",
  "lesson.end-turn.hint": "カードを好きなようにプレイしてから、「手番終了」かEキーを押します。",
  "lesson.end-turn.done": "最初の手番では3枚、そのあとはたいてい1枚引きます。次のプレイヤーの手番になります。",

  "lesson.whole-turn.title": "フルコースの手番",
  "lesson.whole-turn.text": "「彩色」「登る」「移動」をすべて行う手番です。ここではそれができます。",
  "lesson.whole-turn.task": "彩色し、登り、移動して、手番を終えましょう。",
  "lesson.whole-turn.hint": "b3とd3を埋め、登り、中層のスイーツに移動し、手番を終えます。",
  "lesson.whole-turn.done": "彩り、高さ、スイーツを1手番で手に入れました。",

  "lesson.no-tokens.title": "トークンがなくなったら",
  "lesson.no-tokens.text":
    "手番の終わりに自分のトークンがサプライになければ、あなたのゲームは終了です。他のプレイヤーは続けます。あなたのコマはその場に残ってマスをふさぎ、塗りつけられることもあります。",
  "lesson.no-tokens.task": "最後の2個のトークンを投げ、手番を終えましょう。",
  "lesson.no-tokens.hint": "斜めのカードはb4とd2に届きます。それから手番を終えます。",
  "lesson.no-tokens.done": "あなたは終了しました。ここまでの勝利点はそのままです。",

  "lesson.no-cards.title": "カードがなくなったら",
  "lesson.no-cards.text":
    "グラールカードは1人13枚なので、手番は多くても13回です。手番の終わりに手札がなく、引くカードも残っていなければ、やはり終了です。",
  "lesson.no-cards.task": "最後のカードをプレイし、手番を終えましょう。",
  "lesson.no-cards.hint": "どう投げてもかまいません。",
  "lesson.no-cards.done": "サプライに何が残っていても、あなたは終了です。",

  "lesson.no-throw.title": "彩色できないとき",
  "lesson.no-throw.text":
    "手番の初めに、「移動」や「登る」をどの順番で行っても彩色できないプレイヤーは、すぐに終了です。黄色の直前のカードは裏向きで、手札は、斜めに空いたマスが3つ必要な星のカードだけです。",
  "lesson.no-throw.task": "d3とe3を埋めて、黄色が彩色できないようにし、手番を終えましょう。",
  "lesson.no-throw.hint": "直線のカードでd3とe3に届き、トークンは下層に落ちます。それから手番を終えます。",
  "lesson.no-throw.done": "黄色は終了し、またあなたの手番です。",

  "lesson.over.title": "ゲームの終了",
  "lesson.over.text": "全員が終了すると、ゲームは終わり、得点計算に進みます。黄色はもう終了していて、これが最後の手番です。",
  "lesson.over.task": "最後の彩色を行い、ゲームを終わらせましょう。",
  "lesson.over.hint": "最後の2個のトークンを投げてから、手番を終えます。",
  "lesson.over.done": "得点の内訳が表示されました。次からのレッスンで1つずつ見ていきます。",

  "lesson.levels.title": "階層の得点",
  "lesson.levels.text":
    "ゲーム終了時、自分のトークン1個につき、下層は1、中層は2、上層は3勝利点を獲得します。トークンが上に残る場所に投げるのが得です。",
  "lesson.levels.task": "上層に2個のトークンを残しましょう。6勝利点です。",
  "lesson.levels.hint": "中層のb3とd3にトークンがあります。直線のカードは両方に届きます。",
  "lesson.levels.done": "3勝利点ずつです。",

  "lesson.on-others.title": "他プレイヤーを彩る",
  "lesson.on-others.text":
    "他プレイヤーのサプライにある自分のトークン1個につき、ゲーム終了時に2勝利点を獲得します。塗りつけでも、落下でも、相手が自分から乗ったものでも同じです。",
  "lesson.on-others.task": "1回の彩色で、黄色と赤の両方を彩りましょう。",
  "lesson.on-others.hint": "黄色は隣のd3、赤は下層、e3の真下にいます。",
  "lesson.on-others.done": "塗りつけで1勝利点、終了時に2勝利点が2つです。",

  "lesson.most-sweets.title": "スイーツの得点",
  "lesson.most-sweets.text":
    "ゲーム終了時、自分よりスイーツが少ないプレイヤー1人につき5勝利点を獲得します。同数では獲得できません。あなたは1個、他の2人は2個ずつ持っています。",
  "lesson.most-sweets.task": "2人を追い抜きましょう。10勝利点です。",
  "lesson.most-sweets.hint": "スイーツが2個あるマスに移動します。下層ではいつも2個です。",
  "lesson.most-sweets.done": "1マスで10勝利点です。ただし、追い抜かれることもあります。",

  "lesson.ties.title": "同点のとき",
  "lesson.ties.text":
    "勝利点が最も多いプレイヤーの勝ちです。同点なら、他プレイヤーに付けた自分のトークンが多い人、次にスイーツが多い人が勝ちます。それも同じなら手番順、または別のルールでは先に終了した人が勝ちます。残るトークンは1個で、どちらに投げても2勝利点となり、同点です。",
  "lesson.ties.task": "同点でも勝てるように最後のトークンを投げ、ゲームを終わらせましょう。",
  "lesson.ties.hint": "e3の真下の黄色に落とします。他プレイヤーに付けたトークンとして数えられます。",
  "lesson.ties.done": "32対32。他プレイヤーに付けたトークンの差で、あなたの勝ちです。",

  "lesson.best-turn.title": "最高の手番",
  "lesson.best-turn.text": "いよいよ総仕上げです。行う前に指してみましょう。自分と他プレイヤーの得点がどう変わるかが表示されます。",
  "lesson.best-turn.task": "この手番で、勝利点を7から21以上に増やしましょう。",
  "lesson.best-turn.hint": "黄色と赤よりスイーツが1個でも多ければ10勝利点です。黄色はc2にいて、あなたのカードが届きます。",
  "lesson.best-turn.done": "準備は万端です。ゲームを楽しみましょう。",

  "rules.text": "ゲームでは、ライバルカードを3枚まで表向きに置きます。おすすめは2枚で、使わなければより簡単です。全員のルールを変えるカードもあり、それは1枚までにします。ここでは次の1枚を使います。",
  "rules.hint": "カードを読んで、今何ができるかを見てみましょう。",
  "rules.done": "ゲームの間ずっと、全員に等しく働きます。",
  "scoring.text": "ライバルカードには、その場やゲーム終了時に新しい方法で得点できるものもあります。ここでは次の1枚を使います。",
  "scoring.task": { other: "このカードで{count}勝利点を獲得しましょう。" },
  "scoring.hint": "マスを指してみましょう。それぞれ何点になるかが表示されます。",
  "scoring.done": "塔の横のカードには、いつも今の価値が表示されます。",
  "lesson.short-steps.task": "2マス以内にあるスイーツを集めましょう。",
  "lesson.helping-hands.task": "1方向にトークンがなくても、登りましょう。",
  "lesson.mirror-dance.task": "d4とd5に投げましょう。反転させたカードだけが使えます。",
  "lesson.open-pockets.task": "投げて手番を終え、手札が4枚になるまで引きましょう。",
  "lesson.free-handfuls.task": "直前のカードは裏向きです。もう1枚、裏向きでプレイしましょう。",
  "lesson.splash.task": "隣のトークンを飛ばして、直線のカードで彩色しましょう。",
  "lesson.last-dance.task": "黄色は終了しました。最後の手番を行い、終えましょう。",
  "lesson.swap-places.task": "e4の黄色と入れ替わり、そこで登りましょう。",

  "lesson.setup.title": "準備",
  "lesson.setup.text": "角の隣の8マスにスイーツがあります。下層は2つずつ、中層は1つずつ、全部で24個です。ルールブックでは最も色鮮やかな服の人から始めますが、ここでは抽選で決めます。その後は時計回りに、青、黄、赤、緑の順です。",
  "lesson.setup.task": "a5とb6のスイーツの間、a6から始めましょう。",
  "lesson.setup.hint": "下層の角a6をクリックします。",
  "lesson.setup.done": "次に黄、赤、緑の順に選びます。手番も同じ順です。",

  "lesson.one-token.title": "1マスにトークン1つ",
  "lesson.one-token.text": "誰のものでも、1つのマスに置けるトークンは1つまでです。だから、カードは置くマスすべてに色がないところでだけ使えます。隣のb3とd3はふさがっています。",
  "lesson.one-token.task": "直線のカードを、c2とc4に置けるようにプレイしましょう。",
  "lesson.one-token.hint": "c4を指し、コマが真ん中になってc2も覆うまでカードを回します。",
  "lesson.one-token.done": "左右には空きがありませんでしたが、上下にはありました。",

  "lesson.face-down-falls.title": "上の層から裏向きに",
  "lesson.face-down-falls.text": "裏向きにプレイしたカードのトークンも、中層や上層に置き、真下にトークンがなければ落下します。",
  "lesson.face-down-falls.task": "カードを裏向きにプレイしてf6に置き、落下を見てみましょう。",
  "lesson.face-down-falls.hint": "カードを取り、「裏向き」を選ぶかFを押してから、中層のf6をクリックします。",
  "lesson.face-down-falls.done": "下層まで落ちました。2点ではなく1点になります。",

  "lesson.final-score.title": "得点計算の全体",
  "lesson.final-score.text": "最後に、層ごとの自分のトークン、他のサプライにある自分のトークン、自分よりスイーツが少ないプレイヤー1人につき5点、塗りつけ、ライバルカード（ここではランゴーリー）をすべて足します。黄と赤はもう終えています。",
  "lesson.final-score.task": "最後のカードをc5とd5にプレイし、ゲームを終えて表を見ましょう。",
  "lesson.final-score.hint": "直線のカードを左に向けるとc5とd5を覆います。その後、手番を終えます。",
  "lesson.final-score.done": "黄と赤は37点ずつ、あなたは35点です。他のプレイヤーが持つトークンは黄が3つ、赤が2つなので、黄の勝ちです。あなたと黄のスイーツは同数なので、互いに得点はありません。",
} as const;
