/**
 * French: the lessons. `lesson.<id>.` has a lesson's title, what it tells, its task, a hint, and what is said when it is
 * done. The learner is blue; spaces are named as on the boards.
 */
export default {
  "learn.about": "De courtes leçons sur une vraie tour. Essayez, revenez en arrière, recommencez : il n’y a rien à casser.",
  "learn.progress": "Leçons faites : {done} sur {all}",
  "learn.begin": "Commencer par la première leçon",
  "learn.go-on": "Continuer : {title}",
  "learn.all-done": "Vous connaissez toutes les règles.",
  "learn.again": "Oublier mes progrès",
  "learn.done": "faite",
  "learn.practice": "Partie d’entraînement",
  "learn.practice-about": "Un bot Novice et vous. La page montre tout ce que vous pouvez faire et les points que cela rapporterait.",
  "learn.practice-play": "Jouer contre un Novice",
  "learn.tips": "Cinq conseils pour gagner",
  "learn.tip-1": "Ne gâchez jamais un déplacement : récoltez tôt des bonbons, ils vont par deux au niveau du bas.",
  "learn.tip-2": "Formez une croix de couleur autour d’une case, placez-vous au centre et grimpez. Trois points en haut valent mieux qu’un seul en bas.",
  "learn.tip-3": "Avant de grimper, laissez de la couleur sous les cases que vous viserez : en haut, la couleur ne tient que s’il y en a dessous.",
  "learn.tip-4": "Un coup direct vaut trois points en tout. Restez hors de portée des autres.",
  "learn.tip-5": "Chaque jeton adverse sur lequel vous marchez rapporte deux points à son propriétaire. Regardez où vous mettez les pieds.",

  "chapter.start": "Le départ",
  "chapter.throw": "Jeter sa couleur",
  "chapter.move": "Se déplacer",
  "chapter.climb": "Grimper",
  "chapter.fall": "Chute des couleurs",
  "chapter.end": "Fin du tour et de la partie",
  "chapter.score": "Décompte des points",
  "chapter.rules": "Cartes Rivalité qui changent les règles",
  "chapter.scoring": "Cartes Rivalité qui rapportent des points",

  "lesson.number": "Leçon {number} sur {all}",
  "lesson.task": "Votre mission",
  "lesson.hint": "Indice",
  "lesson.show": "Montrer",
  "lesson.reset": "Recommencer",
  "lesson.next": "Leçon suivante",
  "lesson.to-list": "Toutes les leçons",
  "lesson.to-practice": "Vers la partie d’entraînement",
  "lesson.solved": "Réussi !",
  "lesson.not-yet": "Pas encore.",
  "lesson.turn-over": "Le tour est fini, mais pas la mission. {hint}",
  "lesson.shown": "C’était une façon de faire.",
  "lesson.unknown": "Cette leçon n’existe pas.",
  "lesson.scores": "Les scores",

  "lesson.corner.title": "Choisissez un coin",
  "lesson.corner.text":
    "La tour a trois niveaux : bas, milieu et haut. Vous êtes Bleu, le paon, avec 25 jetons de couleur et 13 cartes. Aux deux niveaux inférieurs, des bonbons attendent à côté des coins. Chacun part d’un coin libre du niveau du bas. Une fois tous les pions placés, chacun pioche sa première carte.",
  "lesson.corner.task": "Placez votre pion sur l’un des quatre coins.",
  "lesson.corner.hint": "Cliquez sur un coin éclairé du niveau du bas. Au clavier : les flèches, puis Entrée.",
  "lesson.corner.done": "Les autres choisissent ensuite, chacun à son tour, parmi les coins qui restent.",

  "lesson.face-up.title": "Jetez votre couleur",
  "lesson.face-up.text":
    "À chaque tour, vous devez jeter votre couleur une fois. La carte montre un motif de cases pleines : votre pion occupe l’une d’elles, et chacune des autres reçoit un de vos jetons. La page montre toutes les façons de poser la carte.",
  "lesson.face-up.task": "Prenez votre carte et jetez votre couleur.",
  "lesson.face-up.hint": "Cliquez sur la carte ou appuyez sur 1. Visez ensuite une case marquée et cliquez.",
  "lesson.face-up.done": "Deux jetons sont sur le plateau : un point chacun, pour l’instant.",

  "lesson.rotation.title": "Faites pivoter la carte",
  "lesson.rotation.text":
    "Vous pouvez faire pivoter la carte dans les quatre sens, et votre pion peut occuper n’importe quelle case pleine. En revanche, on ne l’inverse jamais comme dans un miroir. Cela fait jusqu’à douze façons.",
  "lesson.rotation.task": "Colorez d3 et e2 d’un seul lancer.",
  "lesson.rotation.hint": "Prenez la carte et visez d3. Faites-la pivoter avec la molette, R ou le bouton, jusqu’à couvrir aussi e2.",
  "lesson.rotation.done": "Si plusieurs positions couvrent la case visée, chaque rotation passe à la suivante.",

  "lesson.edges.title": "Ce qui convient",
  "lesson.edges.text":
    "Toutes les cases pleines doivent tenir sur le plateau, et aucune sur de la couleur. Les cases vides peuvent dépasser. Les bonbons ne gênent pas : la couleur se pose dessus et ils restent en place.",
  "lesson.edges.task": "Depuis le coin, jetez votre couleur sur les bonbons en a2.",
  "lesson.edges.hint": "Vers la droite, le jeton jaune en c1 gêne la carte droite. Vers le haut, la voie est libre.",
  "lesson.edges.done": "Les bonbons sont toujours là. Qui s’y déplace prend tout : bonbons et jeton.",

  "lesson.star.title": "Cartes à étoile",
  "lesson.star.text":
    "Certaines cartes portent une étoile. Votre pion prend alors la place de l’étoile, et chaque case pleine reçoit un jeton : trois au lieu de deux. Plus de couleur, mais moins de façons de la poser.",
  "lesson.star.task": "Jetez trois jetons avec la carte à étoile.",
  "lesson.star.hint": "Prenez la carte et choisissez l’une des façons proposées. Sur les quatre, une est barrée par de la couleur.",
  "lesson.star.done": "Trois jetons d’un seul lancer.",

  "lesson.hit.title": "Coup direct",
  "lesson.hit.text":
    "Si une cible porte le pion d’un adversaire à votre niveau, votre jeton va dans sa réserve : c’est un coup direct. Vous marquez un point tout de suite, et deux de plus à la fin pour ce jeton dans sa réserve.",
  "lesson.hit.task": "Touchez Jaune en d3.",
  "lesson.hit.hint": "Depuis b3, la carte droite atteint c3 et d3.",
  "lesson.hit.done": "Un point maintenant, deux à la fin.",

  "lesson.face-down.title": "Face cachée",
  "lesson.face-down.text":
    "Au lieu de suivre le motif, vous pouvez jouer une carte face cachée : un seul jeton, sur n’importe quelle case de votre niveau, proche ou lointaine, sans couleur ni pion. Ce n’est jamais un coup direct.",
  "lesson.face-down.task": "Jouez une carte face cachée et posez un jeton en e5.",
  "lesson.face-down.hint": "Prenez une carte, choisissez « Face cachée » ou appuyez sur F, puis cliquez sur e5.",
  "lesson.face-down.done": "Personne ne voit quelle carte c’était.",

  "lesson.not-twice.title": "Jamais deux de suite",
  "lesson.not-twice.text":
    "Si la dernière carte de votre défausse est face cachée, la suivante doit être jouée face visible. Prévoyez : gardez une carte qui convient.",
  "lesson.not-twice.task": "Votre dernière carte est face cachée. Jouez-en une face visible.",
  "lesson.not-twice.hint": "Prenez une carte ; seule la face visible est proposée.",
  "lesson.not-twice.done": "Désormais, la face cachée est de nouveau permise.",

  "lesson.few-tokens.title": "Les derniers jetons",
  "lesson.few-tokens.text":
    "S’il vous reste moins de jetons que de cibles, vous jetez tout ce que vous avez et choisissez les cibles. Le motif entier doit quand même convenir. Après le dernier jeton, il ne reste qu’à finir le tour.",
  "lesson.few-tokens.task": "Il vous reste un jeton. Touchez Jaune en d2.",
  "lesson.few-tokens.hint": "La carte couvre b4 et d2. Visez d2.",
  "lesson.few-tokens.done": "Belle fin : trois points pour un jeton.",

  "lesson.sweets.title": "Récoltez des bonbons",
  "lesson.sweets.text":
    "Une fois par tour, avant ou après avoir jeté, vous pouvez aller sur n’importe quelle case sans pion de votre niveau, même très loin. Les bonbons qui s’y trouvent sont à vous. À la fin : cinq points par joueur qui en a moins que vous.",
  "lesson.sweets.task": "Allez sur une case avec deux bonbons.",
  "lesson.sweets.hint": "Choisissez « Déplacer », appuyez sur M ou cliquez sur votre pion. Cliquez ensuite sur une case éclairée.",
  "lesson.sweets.done": "Deux bonbons pour vous. Il vous reste à jeter votre couleur ce tour-ci.",

  "lesson.collect.title": "Marcher sur la couleur",
  "lesson.collect.text":
    "Si vous allez sur un jeton, vous le récupérez. Les vôtres pourront être rejoués. Ceux des autres restent dans votre réserve et rapportent à leur propriétaire deux points chacun à la fin : évitez-les.",
  "lesson.collect.task": "Récupérez l’un de vos jetons en e4 et e5.",
  "lesson.collect.hint": "Allez en e4 ou en e5 ; les jetons jaunes ne sont pas à vous.",
  "lesson.collect.done": "Il est de retour dans votre réserve.",

  "lesson.order.title": "L’ordre est libre",
  "lesson.order.text":
    "Jeter, se déplacer et grimper se font dans l’ordre voulu, chacun une fois au plus. Jeter est obligatoire : si un ordre quelconque le permet, vous devez le faire. Dans ce coin du plateau, rien ne convient, et votre dernière carte est face cachée.",
  "lesson.order.task": "Allez là où la carte à étoile convient, puis jouez-la.",
  "lesson.order.hint": "La carte demande trois cases libres en diagonale autour de vous. Allez vers le centre, en c3 par exemple, puis jetez.",
  "lesson.order.done": "Seules les cases d’où l’on peut jeter étaient proposées.",

  "lesson.climb.title": "Grimpez",
  "lesson.climb.text":
    "Quand votre pion est entouré de couleur sur les quatre côtés, peu importe à qui elle est, vous pouvez grimper à la même case, un niveau plus haut. Les diagonales ne comptent pas. On ne redescend jamais.",
  "lesson.climb.task": "Grimpez au niveau du milieu.",
  "lesson.climb.hint": "Choisissez « Grimper » ou appuyez sur C.",
  "lesson.climb.done": "Vous n’emportez rien d’en bas. D’ici, chaque jeton qui tient vaut deux points.",

  "lesson.way-up.title": "Préparez la montée",
  "lesson.way-up.text":
    "Sous votre main, la page indique de quels côtés il manque de la couleur. Un lancer peut les remplir, et vous grimpez dans le même tour.",
  "lesson.way-up.task": "Remplissez b3 et d3 d’un seul lancer, puis grimpez.",
  "lesson.way-up.hint": "Posez la carte droite à l’horizontale, votre pion au centre. Puis grimpez.",
  "lesson.way-up.done": "Jeter et grimper en un tour, et vous pouvez encore vous déplacer.",

  "lesson.barred.title": "Où l’on ne peut pas grimper",
  "lesson.barred.text":
    "On ne peut pas grimper si un pion se trouve juste au-dessus, et jamais depuis un bord ou un coin, car il y manque un côté. Jaune est au-dessus de vous.",
  "lesson.barred.task": "Allez sur une autre case entourée de couleur et grimpez de là.",
  "lesson.barred.hint": "Regardez e4 : de la couleur en d4, f4, e3 et e5.",
  "lesson.barred.done": "Se déplacer d’abord, grimper ensuite : l’ordre est à vous.",

  "lesson.stays.title": "1. La couleur qui tient",
  "lesson.stays.text":
    "Un jeton jeté à un niveau supérieur n’y reste que s’il y a un jeton juste au-dessous. Visez une case pour voir comment il chuterait.",
  "lesson.stays.task": "Jetez deux jetons qui restent au niveau du milieu.",
  "lesson.stays.hint": "Sous d3 et e3, il y a de la couleur au niveau du bas.",
  "lesson.stays.done": "Deux points chacun au lieu d’un.",

  "lesson.one-level.title": "2. Chute d’un niveau",
  "lesson.one-level.text":
    "Sans jeton au-dessous, il chute. S’il y a un jeton juste au-dessous du niveau suivant, il s’y arrête.",
  "lesson.one-level.task": "Depuis le haut, jetez un jeton qui chute au milieu et s’y arrête.",
  "lesson.one-level.hint": "Sous d3 et e3, il y a de la couleur en bas, mais pas au milieu.",
  "lesson.one-level.done": "Du haut au milieu, porté par le jeton du bas.",

  "lesson.two-levels.title": "3. Chute de deux niveaux",
  "lesson.two-levels.text": "S’il n’y a aucune couleur au-dessous, le jeton chute du haut jusqu’en bas.",
  "lesson.two-levels.task": "Jetez un jeton qui chute du haut jusqu’en bas.",
  "lesson.two-levels.hint": "Sous d3 et e3, tout est vide.",
  "lesson.two-levels.done": "Tout en bas. En haut il aurait valu trois points ; ici, un seul.",

  "lesson.rain.title": "4. Chute sur un joueur",
  "lesson.rain.text":
    "Un jeton qui rencontre un pion dans sa chute va dans la réserve de ce joueur et s’arrête là. Ce n’est pas un coup direct : rien maintenant, mais deux points à la fin.",
  "lesson.rain.task": "Faites tomber de la couleur sur Jaune, en e3 un niveau plus bas.",
  "lesson.rain.hint": "Posez la carte droite vers la droite : d3 et e3.",
  "lesson.rain.done": "Deux points pour vous à la fin.",

  "lesson.under.title": "5. Passer sous la couleur",
  "lesson.under.text":
    "Il n’y a jamais de couleur juste au-dessus d’un pion. Allez sur une case surmontée de jetons : après celui de la case, tous ceux du dessus vous tombent dessus, jusqu’au pion suivant.",
  "lesson.under.task": "Allez en e4 et prenez toute la pile.",
  "lesson.under.hint": "Déplacez votre pion en e4, au niveau du bas.",
  "lesson.under.done": "Un jeton jaune, et deux des vôtres à rejouer.",

  "lesson.through-sweets.title": "6. À travers les bonbons",
  "lesson.through-sweets.text": "Les bonbons ne retiennent pas la couleur : les jetons passent au travers. Eux ne chutent jamais, ils sont collés !",
  "lesson.through-sweets.task": "Jetez un jeton en a2 et regardez-le traverser les bonbons du milieu.",
  "lesson.through-sweets.hint": "Posez la carte en diagonale, votre pion au centre : a2 et c4.",
  "lesson.through-sweets.done": "Il est sur les bonbons du bas. L’autre jeton reste en haut : il y a de la couleur dessous.",

  "lesson.end-turn.title": "Finissez votre tour",
  "lesson.end-turn.text":
    "Quand vous avez jeté et n’avez plus besoin de rien, vous finissez votre tour et piochez jusqu’à trois cartes en main. D’ici là, tout peut être défait.",
  "lesson.end-turn.task": "Jetez, puis finissez votre tour.",
  "lesson.end-turn.hint": "Jouez la carte comme bon vous semble, puis « Fin du tour » ou E.",
  "lesson.end-turn.done": "Après le premier tour, on pioche trois cartes ; ensuite, le plus souvent une. Puis c’est au joueur suivant.",

  "lesson.whole-turn.title": "Un tour complet",
  "lesson.whole-turn.text": "Un tour complet réunit tout : jeter, grimper et se déplacer. Ici, c’est possible.",
  "lesson.whole-turn.task": "Jetez, grimpez, déplacez-vous et finissez le tour.",
  "lesson.whole-turn.hint": "Remplissez b3 et d3, grimpez, allez sur des bonbons du milieu, finissez le tour.",
  "lesson.whole-turn.done": "Couleur, hauteur et bonbons en un seul tour.",

  "lesson.no-tokens.title": "Plus de jetons",
  "lesson.no-tokens.text":
    "S’il ne vous reste aucun jeton de votre couleur à la fin de votre tour, la partie est finie pour vous. Les autres continuent. Votre pion reste, bloque sa case et peut encore être touché.",
  "lesson.no-tokens.task": "Jetez vos deux derniers jetons et finissez le tour.",
  "lesson.no-tokens.hint": "La carte en diagonale couvre b4 et d2. Finissez ensuite votre tour.",
  "lesson.no-tokens.done": "Vous avez terminé. Vos points restent acquis.",

  "lesson.no-cards.title": "Plus de cartes",
  "lesson.no-cards.text":
    "Chaque joueur a 13 cartes, donc au plus 13 tours. Si votre main est vide à la fin de votre tour et qu’il n’y a plus rien à piocher, vous avez aussi terminé.",
  "lesson.no-cards.task": "Jouez votre dernière carte et finissez le tour.",
  "lesson.no-cards.hint": "N’importe quel lancer fera l’affaire.",
  "lesson.no-cards.done": "Vous avez terminé, quoi qu’il reste dans votre réserve.",

  "lesson.no-throw.title": "Impossible de jeter",
  "lesson.no-throw.text":
    "Qui ne peut pas jeter au début de son tour, dans quelque ordre qu’il se déplace et grimpe, a terminé aussitôt. La dernière carte de Jaune est face cachée, et il n’a en main qu’une carte à étoile qui demande trois cases libres en diagonale.",
  "lesson.no-throw.task": "Remplissez d3 et e3 pour ne rien laisser à Jaune, et finissez votre tour.",
  "lesson.no-throw.hint": "Votre carte droite atteint d3 et e3 ; les jetons chutent en bas. Finissez ensuite votre tour.",
  "lesson.no-throw.done": "Jaune a terminé, et c’est de nouveau à vous.",

  "lesson.over.title": "Fin de la partie",
  "lesson.over.text": "Quand tous les joueurs ont terminé, la partie s’achève et on compte les points. Jaune a déjà terminé ; voici le dernier tour.",
  "lesson.over.task": "Faites le dernier lancer et terminez la partie.",
  "lesson.over.hint": "Jetez vos deux derniers jetons, puis finissez votre tour.",
  "lesson.over.done": "Les scores montrent d’où viennent les points. Les leçons suivantes les détaillent.",

  "lesson.levels.title": "Les niveaux",
  "lesson.levels.text":
    "À la fin, chacun de vos jetons compte selon son niveau : un point en bas, deux au milieu, trois en haut. Mieux vaut donc jeter là où la couleur tient en hauteur.",
  "lesson.levels.task": "Placez deux jetons au niveau du haut : six points.",
  "lesson.levels.hint": "Au niveau du milieu, il y a de la couleur en b3 et d3. La carte droite couvre les deux.",
  "lesson.levels.done": "Trois points chacun.",

  "lesson.on-others.title": "La couleur chez les autres",
  "lesson.on-others.text":
    "Chacun de vos jetons dans la réserve d’un adversaire rapporte deux points à la fin, quelle que soit la manière : coup direct, chute, ou parce qu’il a marché dessus.",
  "lesson.on-others.task": "Colorez Jaune et Rouge d’un seul lancer.",
  "lesson.on-others.hint": "Jaune est à côté de vous en d3 ; Rouge est en bas, sous e3.",
  "lesson.on-others.done": "Un point pour le coup direct, et deux fois deux à la fin.",

  "lesson.most-sweets.title": "Les bonbons",
  "lesson.most-sweets.text":
    "À la fin, cinq points par joueur qui a moins de bonbons que vous. À égalité, rien. Vous en avez un, les autres en ont deux chacun.",
  "lesson.most-sweets.task": "Passez devant les deux : dix points.",
  "lesson.most-sweets.hint": "Allez sur une case avec deux bonbons ; en bas, il y en a toujours deux.",
  "lesson.most-sweets.done": "Une case, dix points. Les autres peuvent encore vous doubler.",

  "lesson.ties.title": "Égalités",
  "lesson.ties.text":
    "Celui qui a le plus de points gagne. À égalité, c’est celui qui a le plus de jetons chez les autres ; puis le plus de bonbons ; enfin le premier dans l’ordre des joueurs ou, selon l’autre règle, le premier à avoir terminé. Il vous reste un jeton, et les deux emplacements donnent deux points : il y aura égalité.",
  "lesson.ties.task": "Jetez votre dernier jeton de façon à remporter le départage, et terminez la partie.",
  "lesson.ties.hint": "Faites-le tomber sur Jaune, sous e3 : il comptera chez les autres.",
  "lesson.ties.done": "32 partout, et vous avez plus de couleur chez les autres.",

  "lesson.best-turn.title": "Le meilleur tour",
  "lesson.best-turn.text":
    "Maintenant, tout à la fois. Visez avant d’agir : la page dit ce que vous gagneriez, et ce que gagneraient les autres.",
  "lesson.best-turn.task": "Faites passer votre score de 7 à 21 ou plus dans ce tour.",
  "lesson.best-turn.hint": "Un bonbon de plus que Jaune et Rouge vaut dix points. Jaune est en c2, à portée de vos cartes.",
  "lesson.best-turn.done": "Vous savez tout : à vous de jouer !",

  "rules.text": "Jusqu’à trois cartes Rivalité sont visibles dans une partie ; on en conseille deux, et sans aucune le jeu est plus simple. Certaines changent une règle pour tous ; une au plus de celles-là. En voici une en jeu :",
  "rules.hint": "Lisez la carte, puis regardez ce que la page propose maintenant.",
  "rules.done": "Elle vaut pour tous les joueurs, pendant toute la partie.",
  "scoring.text": "Certaines cartes Rivalité rapportent des points autrement, aussitôt ou à la fin. En jeu :",
  "scoring.task": { one: "Marquez {count} point avec cette carte.", other: "Marquez {count} points avec cette carte." },
  "scoring.hint": "Visez vos options : l’aperçu dit ce que chacune rapporterait.",
  "scoring.done": "À côté de la tour, la carte montre toujours ce qu’elle vaut à l’instant.",
  "lesson.short-steps.task": "Récoltez des bonbons à deux pas au plus.",
  "lesson.helping-hands.task": "Grimpez, bien qu’un côté soit sans couleur.",
  "lesson.mirror-dance.task": "Colorez d4 et d5 : seule la carte en miroir convient.",
  "lesson.open-pockets.task": "Jetez, finissez votre tour et piochez jusqu’à quatre cartes.",
  "lesson.free-handfuls.task": "Votre dernière carte est face cachée. Jouez-en une autre face cachée.",
  "lesson.splash.task": "Jouez la carte droite en passant sur la couleur à côté de vous.",
  "lesson.last-dance.task": "Jaune a terminé. Jouez votre dernier tour et finissez-le.",
  "lesson.swap-places.task": "Échangez votre place avec Jaune en e4, et grimpez de là.",

  "lesson.setup.title": "La mise en place",
  "lesson.setup.text": "Des bonbons sont posés sur les huit cases à côté des coins : deux sur chacune au niveau du bas, un sur chacune au niveau du milieu, 24 en tout. Selon le livret, la personne aux vêtements les plus colorés commence ; ici, on tire au sort. On continue dans le sens des aiguilles d’une montre : Bleu, Jaune, Rouge, Vert.",
  "lesson.setup.task": "Commencez entre les bonbons de a5 et b6, en a6.",
  "lesson.setup.hint": "Cliquez sur le coin a6 du niveau du bas.",
  "lesson.setup.done": "C’est à Jaune de choisir, puis à Rouge, puis à Vert. Les tours se jouent dans le même ordre.",

  "lesson.one-token.title": "Un jeton par case",
  "lesson.one-token.text": "Une case ne porte jamais plus d’un jeton, quel que soit son propriétaire. Une carte ne va donc que là où toutes ses cases sont sans couleur. À côté de vous, b3 et d3 sont prises.",
  "lesson.one-token.task": "Jouez la carte droite là où elle va : sur c2 et c4.",
  "lesson.one-token.hint": "Visez c4 et faites pivoter la carte jusqu’à ce qu’elle couvre aussi c2, votre pion au milieu.",
  "lesson.one-token.done": "À gauche et à droite il n’y avait pas de place ; au-dessus et au-dessous, si.",

  "lesson.face-down-falls.title": "Face cachée, d’en haut",
  "lesson.face-down-falls.text": "Le jeton d’une carte jouée face cachée tombe aussi, si vous le jetez au niveau du milieu ou du haut et qu’il n’y a pas de jeton juste dessous.",
  "lesson.face-down-falls.task": "Jouez une carte face cachée sur f6 et regardez le jeton tomber.",
  "lesson.face-down-falls.hint": "Prenez une carte, choisissez « Face cachée » ou appuyez sur F, puis cliquez sur f6 au niveau du milieu.",
  "lesson.face-down-falls.done": "Il est tombé au niveau du bas : un point là-bas au lieu de deux.",

  "lesson.final-score.title": "Un décompte complet",
  "lesson.final-score.text": "À la fin, tout s’additionne : vos jetons selon le niveau, vos jetons chez les autres, cinq points par joueur qui a moins de bonbons, les coups directs et les cartes Rivalité, ici le rangoli. Jaune et Rouge ont terminé.",
  "lesson.final-score.task": "Jouez votre dernière carte sur c5 et d5, terminez la partie et lisez le tableau.",
  "lesson.final-score.hint": "La carte droite vers la gauche couvre c5 et d5. Terminez ensuite votre tour.",
  "lesson.final-score.done": "Jaune et Rouge ont 37 points chacun, vous 35. Les autres tiennent trois jetons de Jaune et deux de Rouge : Jaune gagne. Vous avez autant de bonbons que Jaune : aucun point de l’un pour l’autre.",

  "learn.first": "Votre première partie",
  "learn.first-about": "Un quart d’heure contre un bot facile, sans carte Rivalité. Un guide vous dit l’essentiel au bon moment.",
  "learn.first-play": "Jouer avec le guide",

  "coach.title": "Guide",
  "coach.says": "Guide : {text}",
  "coach.off": "Désactiver le guide",
  "coach.on": "Activer le guide",
  "coach.quiet": "À vous de jouer. Je vous parlerai dès qu’il y aura du nouveau.",
  "coach.watch": "{name} joue. Regardez où tombe la couleur.",
  "coach.tip": "Le meilleur tour que je vois : {reason}. « Indice » montre comment.",
  "coach.corner": "Bienvenue ! Placez votre pion dans un coin du niveau du bas. Les bonbons juste à côté sont à récolter tôt.",
  "coach.throw": "Jetez votre couleur : prenez une carte. Vous occupez une case pleine, chaque autre reçoit un de vos jetons. La tour montre où ils tombent.",
  "coach.star": "La carte {card} porte une étoile : c’est votre place, et chaque case pleine reçoit un jeton.",
  "coach.face-down": "Aucune carte ne va ici face visible. Jouez-en une face cachée : un jeton sur n’importe quelle case libre de votre niveau, proche ou lointaine.",
  "coach.not-twice": "Votre dernière carte est face cachée : cette fois, il faut en jouer une face visible.",
  "coach.no-throw": "Aucune carte ne va où vous êtes, mais il faut jeter. Allez d’abord ailleurs ou grimpez : seules les cases d’où une carte va sont proposées.",
  "coach.hit": "{name} est à votre portée en {square}. Coup direct : un point maintenant, et deux à la fin pour le jeton dans sa réserve.",
  "coach.hit-you": "Coup direct de {name} sur vous : un point tout de suite, et deux à la fin pour le jeton dans votre réserve. Restez hors de portée si vous pouvez.",
  "coach.sweets": "Une fois par tour, vous pouvez vous déplacer aussi loin que vous voulez. Bonbons en {square} : {count}. Qui en a le plus à la fin gagne cinq points.",
  "coach.end": "Vous avez jeté : vous pouvez finir votre tour, ou le défaire. Vous piochez ensuite jusqu’à trois cartes en main.",
  "coach.climb-soon": "Pour grimper, il faut de la couleur sur vos quatre côtés. Il n’y en a pas encore en : {squares}.",
  "coach.climb": "Vous avez de la couleur sur les quatre côtés : vous pouvez grimper. Là-haut la couleur vaut plus, mais on ne redescend jamais.",
  "coach.levels": "Vous voilà en haut ! À la fin, chaque jeton vaut un point au niveau du bas, deux à celui du milieu, trois à celui du haut.",
  "coach.fall": "En haut, la couleur ne tient que s’il y en a juste dessous. En {square}, un jeton chuterait ; visez une case pour voir jusqu’où.",
  "coach.rain": "De la couleur est tombée sur un pion, celui de {name}. Rien tout de suite, mais deux points à la fin pour qui l’a jetée.",
  "coach.gives": "En {square}, vous ramasseriez de la couleur de {name}. Chaque jeton lui rapporterait deux points à la fin : évitez-la.",
  "coach.take-back": "En allant en {square}, vous récupérez de votre couleur. Vous pourrez la jeter de nouveau, peut-être plus haut.",
  "coach.few-tokens": { one: "Il vous reste {count} jeton à jeter. Si vous n’en avez plus à la fin de votre tour, vous avez terminé.", other: "Il vous reste {count} jetons à jeter. Si vous n’en avez plus à la fin de votre tour, vous avez terminé." },
  "coach.near-end": "Votre pioche est vide : la fin approche. Vous tenez {count} cartes, donc {count} tours au plus, celui-ci compris.",
  "coach.last-turn": "Votre dernière carte, votre dernier tour ! Regardez toutes les façons de la jouer et prenez celle qui rapporte le plus.",
  "coach.they-finished": "{name} a terminé et ne peut plus répondre. Vous continuez jusqu’à ce que vous ayez terminé aussi.",
  "coach.you-finished": "Vous avez terminé. {name} joue jusqu’au bout et peut encore toucher votre pion. Ensuite, on compte les points.",

  "count.title": "D’où viennent vos points",
  "count.G": "Niveau du bas : {points}. Un point pour chacun de vos jetons.",
  "count.M": "Niveau du milieu : {points}. Deux points pour chaque jeton resté là.",
  "count.T": "Niveau du haut : {points}. Trois points pour chaque jeton resté là.",
  "count.on-others": "Chez les autres : {points}. Deux points pour chacun de vos jetons dans la réserve de {name}.",
  "count.sweets": "Bonbons : {points}. Vous en avez {mine}, {name} en a {theirs} ; en avoir plus que l’autre rapporte cinq points.",
  "count.hits": "En cours de jeu : {points}. Un point pour chaque coup direct.",
  "count.next": "Et maintenant ?",
  "count.lessons": "Leçons : les règles une à une",
  "count.play": "Jouer avec deux cartes Rivalité",
} as const;
