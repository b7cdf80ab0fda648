/**
 * Spanish: the lessons. `lesson.<id>.` has a lesson's title, what it tells, its task, a hint, and what is said when it is
 * done. The learner is blue; spaces are named as on the boards.
 */
export default {
  "learn.about": "Lecciones cortas sobre una torre de verdad. Prueba, deshaz y vuelve a probar: aquí no se estropea nada.",
  "learn.progress": "{done} de {all} lecciones hechas",
  "learn.begin": "Empezar por la primera lección",
  "learn.go-on": "Seguir: {title}",
  "learn.all-done": "Ya te sabes todas las reglas.",
  "learn.again": "Olvidar mi progreso",
  "learn.done": "hecha",
  "learn.practice": "Partida de práctica",
  "learn.practice-about": "Un bot Novato y tú. La página te enseña todo lo que puedes hacer y los puntos que daría.",
  "learn.practice-play": "Jugar contra un Novato",
  "learn.tips": "Cinco consejos para ganar",
  "learn.tip-1": "No desperdicies el movimiento de ningún turno: recoge caramelos cuanto antes, que en la planta baja van de dos en dos.",
  "learn.tip-2": "Forma una cruz de color alrededor de una casilla, métete en ella y sube. Tres puntos arriba valen más que uno abajo.",
  "learn.tip-3": "Antes de subir, deja color debajo de las casillas a las que quieras tirar: arriba solo se queda el color que tiene color debajo.",
  "learn.tip-4": "Un impacto directo vale tres puntos en total. Y tú, ponte fuera del alcance de los demás.",
  "learn.tip-5": "Si te mueves sobre fichas ajenas, regalas dos puntos por cada una. Mira bien dónde pisas.",

  "chapter.start": "El comienzo",
  "chapter.throw": "Tirar color",
  "chapter.move": "Mover",
  "chapter.climb": "Subir",
  "chapter.fall": "Lluvia de colores",
  "chapter.end": "Final del turno y de la partida",
  "chapter.score": "Puntuación",
  "chapter.rules": "Cartas de rivalidad que cambian reglas",
  "chapter.scoring": "Cartas de rivalidad que dan puntos",

  "lesson.number": "Lección {number} de {all}",
  "lesson.task": "Tu tarea",
  "lesson.hint": "Pista",
  "lesson.show": "Ver cómo",
  "lesson.reset": "Repetir",
  "lesson.next": "Siguiente lección",
  "lesson.to-list": "Todas las lecciones",
  "lesson.to-practice": "A la partida de práctica",
  "lesson.solved": "¡Conseguido!",
  "lesson.not-yet": "Todavía no.",
  "lesson.turn-over": "El turno ha terminado y la tarea sigue pendiente. {hint}",
  "lesson.shown": "Esta era una forma de hacerlo.",
  "lesson.unknown": "Esta lección no existe.",
  "lesson.scores": "La puntuación",

  "lesson.corner.title": "Elige una esquina",
  "lesson.corner.text":
    "La torre del patio tiene tres plantas: la baja, la primera y la segunda. Tú eres Azul, el pavo real, y tienes 25 fichas de color y 13 cartas. En las dos plantas inferiores hay caramelos junto a las esquinas. Todos empiezan en una esquina libre de la planta baja. Cuando todas las figuras están colocadas, cada cual roba su primera carta.",
  "lesson.corner.task": "Pon tu figura en una de las cuatro esquinas.",
  "lesson.corner.hint": "Haz clic en una de las esquinas iluminadas de la planta baja. Con el teclado: flechas y luego Intro.",
  "lesson.corner.done": "Después eligen los demás, por turnos, entre las esquinas que quedan.",

  "lesson.face-up.title": "Tira color",
  "lesson.face-up.text":
    "En cada turno tienes que tirar color una vez. La carta muestra un esquema de casillas coloreadas: tu figura ocupa una de ellas y en cada una de las otras va una ficha tuya. La página te enseña todas las formas de poner la carta.",
  "lesson.face-up.task": "Toma tu carta y tira color con ella.",
  "lesson.face-up.hint": "Haz clic en la carta o pulsa 1. Después apunta a una casilla marcada y haz clic.",
  "lesson.face-up.done": "Hay dos fichas en el patio: un punto cada una, por ahora.",

  "lesson.rotation.title": "Gira la carta",
  "lesson.rotation.text":
    "Puedes girar la carta hacia cualquiera de sus cuatro lados, y tu figura puede ocupar cualquiera de las casillas coloreadas. Lo que no puedes es darle la vuelta como en un espejo. En total, hasta doce formas.",
  "lesson.rotation.task": "Colorea d3 y e2 con un solo tiro.",
  "lesson.rotation.hint": "Toma la carta y apunta a d3. Gírala con la rueda, con R o con el botón hasta que cubra también e2.",
  "lesson.rotation.done": "Si hay varias formas de cubrir la casilla a la que apuntas, al girar las recorres todas.",

  "lesson.edges.title": "Lo que encaja",
  "lesson.edges.text":
    "Todas las casillas coloreadas del esquema deben quedar dentro del tablero, y ninguna sobre color. Las casillas en blanco pueden salirse. Los caramelos no molestan: el color cae encima y ellos se quedan donde están.",
  "lesson.edges.task": "Desde la esquina, tira color sobre los caramelos de a2.",
  "lesson.edges.hint": "Hacia la derecha, la ficha de Amarillo en c1 estorba a la carta recta. Hacia arriba hay vía libre.",
  "lesson.edges.done": "Los caramelos siguen ahí. Quien se mueva a esa casilla se lleva las dos cosas: caramelos y ficha.",

  "lesson.star.title": "Cartas con estrella",
  "lesson.star.text":
    "Algunas cartas llevan una estrella. En ese caso, tu figura va en el lugar de la estrella y todas las casillas coloreadas reciben una ficha: tres en vez de dos. Más color, pero menos formas de ponerlo.",
  "lesson.star.task": "Tira tres fichas con la carta de la estrella.",
  "lesson.star.hint": "Toma la carta y elige cualquiera de las formas que se ofrecen. Una de las cuatro está tapada por color.",
  "lesson.star.done": "Tres fichas de un solo tiro.",

  "lesson.hit.title": "Impacto directo",
  "lesson.hit.text":
    "Si en la casilla de destino está la figura de otro jugador de tu misma planta, tu ficha va a parar a su reserva: es un impacto directo. Ganas un punto al momento y dos más al final, por tener una ficha en su reserva.",
  "lesson.hit.task": "Alcanza a Amarillo en d3.",
  "lesson.hit.hint": "Desde b3, la carta recta llega a c3 y d3.",
  "lesson.hit.done": "Un punto ahora y dos al final.",

  "lesson.face-down.title": "Boca abajo",
  "lesson.face-down.text":
    "En vez de seguir el esquema, puedes jugar una carta boca abajo: pones una sola ficha en cualquier casilla de tu planta, cerca o lejos, que no tenga ni color ni figura. Nunca es un impacto directo.",
  "lesson.face-down.task": "Juega una carta boca abajo y pon una ficha en e5.",
  "lesson.face-down.hint": "Toma una carta, elige «Boca abajo» o pulsa F y haz clic en e5.",
  "lesson.face-down.done": "Nadie ve qué carta era.",

  "lesson.not-twice.title": "Dos seguidas, no",
  "lesson.not-twice.text":
    "Si la última carta de tu pila de descarte está boca abajo, la siguiente tiene que ir boca arriba. Piénsalo de antemano y guárdate una carta que encaje.",
  "lesson.not-twice.task": "Tu última carta está boca abajo. Juega una boca arriba.",
  "lesson.not-twice.hint": "Toma una carta; ahora solo se ofrece boca arriba.",
  "lesson.not-twice.done": "A partir de ahora vuelve a valer boca abajo.",

  "lesson.few-tokens.title": "Las últimas fichas",
  "lesson.few-tokens.text":
    "Si te quedan menos fichas que casillas del esquema, tiras todas las que tengas y eliges en qué casillas. Aun así, el esquema entero tiene que encajar. Después de la última ficha solo puedes acabar el turno.",
  "lesson.few-tokens.task": "Te queda una ficha. Úsala para alcanzar a Amarillo en d2.",
  "lesson.few-tokens.hint": "La carta cubre b4 y d2. Apunta a d2.",
  "lesson.few-tokens.done": "Buen final: tres puntos por una ficha.",

  "lesson.sweets.title": "Muévete y recoge caramelos",
  "lesson.sweets.text":
    "Una vez por turno, antes o después de tirar, puedes moverte a cualquier casilla de tu planta en la que no haya una figura, por lejos que esté. Los caramelos que haya allí son para ti. Al final ganas cinco puntos por cada jugador que tenga menos caramelos que tú.",
  "lesson.sweets.task": "Muévete a una casilla con dos caramelos.",
  "lesson.sweets.hint": "Elige «Mover», pulsa M o haz clic en tu figura. Después haz clic en una de las casillas iluminadas.",
  "lesson.sweets.done": "Dos caramelos para ti. En este turno aún te falta tirar.",

  "lesson.collect.title": "Muévete sobre color",
  "lesson.collect.text":
    "Si te mueves a una casilla con una ficha de color, la recoges. Las tuyas las puedes volver a tirar. Las ajenas se quedan en tu reserva y al final dan dos puntos cada una a su dueño, así que mejor no pisarlas.",
  "lesson.collect.task": "Recupera una de tus fichas de e4 y e5.",
  "lesson.collect.hint": "Muévete a e4 o e5; las fichas amarillas no son tuyas.",
  "lesson.collect.done": "Ya está otra vez en tu reserva.",

  "lesson.order.title": "En cualquier orden",
  "lesson.order.text":
    "Tirar, mover y subir van en el orden que quieras, cada cosa una vez como mucho. Tirar es obligatorio: si hay algún orden que lo permita, tienes que hacerlo. Aquí en la esquina no encaja nada, y tu última carta está boca abajo.",
  "lesson.order.task": "Muévete a donde encaje la carta de la estrella y juégala.",
  "lesson.order.hint": "La carta necesita tres casillas libres en diagonal a tu alrededor. Ve hacia el centro, a c3 por ejemplo, y tira.",
  "lesson.order.done": "Solo se ofrecían las casillas desde las que se podía tirar.",

  "lesson.climb.title": "Sube",
  "lesson.climb.text":
    "Cuando tu figura está rodeada de color por los cuatro lados, sea de quien sea, puedes subir a la casilla que está justo encima. Las diagonales no cuentan. Y no hay forma de volver a bajar.",
  "lesson.climb.task": "Sube a la primera planta.",
  "lesson.climb.hint": "Elige «Subir» o pulsa C.",
  "lesson.climb.done": "De abajo no te llevas nada. Aquí, cada ficha que se quede vale dos puntos.",

  "lesson.way-up.title": "Prepara la subida",
  "lesson.way-up.text":
    "Debajo de tu mano, la página te dice en qué lados falta color todavía. Con un tiro puedes rellenarlos y subir en el mismo turno.",
  "lesson.way-up.task": "Rellena b3 y d3 con un solo tiro y sube.",
  "lesson.way-up.hint": "Pon la carta recta en horizontal, con tu figura en el centro. Después sube.",
  "lesson.way-up.done": "Tirar y subir en un turno, y aún puedes mover.",

  "lesson.barred.title": "Donde no se puede subir",
  "lesson.barred.text":
    "No puedes subir si hay una figura justo encima de ti, y nunca desde el margen o una esquina, porque ahí falta un lado. Ahora mismo tienes a Amarillo encima.",
  "lesson.barred.task": "Muévete a otra casilla con color en los cuatro lados y sube desde ella.",
  "lesson.barred.hint": "Fíjate en e4: hay color en d4, f4, e3 y e5.",
  "lesson.barred.done": "Primero mover y luego subir: el orden lo decides tú.",

  "lesson.stays.title": "1. Color que se queda",
  "lesson.stays.text":
    "Una ficha tirada en una planta superior solo se queda allí si justo debajo hay otra ficha. Apunta a una casilla y verás cómo caería.",
  "lesson.stays.task": "Tira dos fichas que se queden en la primera planta.",
  "lesson.stays.hint": "En la planta baja hay color debajo de d3 y e3.",
  "lesson.stays.done": "Dos puntos cada una en vez de uno.",

  "lesson.one-level.title": "2. Caer una planta",
  "lesson.one-level.text":
    "Si no hay ninguna ficha debajo, la tuya cae. Si una planta más abajo tiene otra ficha justo debajo, se detiene ahí.",
  "lesson.one-level.task": "Desde la segunda planta, tira una ficha que caiga a la primera y se quede ahí.",
  "lesson.one-level.hint": "Debajo de d3 y e3 hay color en la planta baja, pero no en la primera.",
  "lesson.one-level.done": "De la segunda a la primera, sostenida por la ficha de la planta baja.",

  "lesson.two-levels.title": "3. Caer dos plantas",
  "lesson.two-levels.text": "Si debajo no hay color en ninguna planta, la ficha cae desde la segunda planta hasta la planta baja.",
  "lesson.two-levels.task": "Tira una ficha que caiga desde la segunda planta hasta la planta baja.",
  "lesson.two-levels.hint": "Debajo de d3 y e3 todo está vacío.",
  "lesson.two-levels.done": "Hasta abajo del todo. En la segunda planta habría valido tres puntos; aquí, uno.",

  "lesson.rain.title": "4. Caer sobre jugadores",
  "lesson.rain.text":
    "Si una ficha que cae se encuentra con una figura, va a la reserva de ese jugador y no cae más abajo. No es un impacto directo y ahora no da nada, pero al final vale dos puntos.",
  "lesson.rain.task": "Haz que caiga color sobre Amarillo, que está en e3 una planta más abajo.",
  "lesson.rain.hint": "Pon la carta recta hacia la derecha: d3 y e3.",
  "lesson.rain.done": "Dos puntos para ti al final.",

  "lesson.under.title": "5. Ponerse bajo el color",
  "lesson.under.text":
    "Encima de una figura nunca hay color. Si te mueves a una casilla con fichas encima, recoges la de la casilla y después te caen todas las de arriba, hasta la siguiente figura.",
  "lesson.under.task": "Muévete a e4 y llévate la pila entera.",
  "lesson.under.hint": "Mueve tu figura a e4, en la planta baja.",
  "lesson.under.done": "Una ficha amarilla, y dos de las tuyas para volver a tirarlas.",

  "lesson.through-sweets.title": "6. A través de los caramelos",
  "lesson.through-sweets.text": "Los caramelos no sostienen el color: las fichas pasan a través de ellos. Y ellos nunca caen, de tan pegajosos que son.",
  "lesson.through-sweets.task": "Tira una ficha en a2 y mira cómo atraviesa los caramelos de la primera planta.",
  "lesson.through-sweets.hint": "Pon la carta diagonal con tu figura en el centro: a2 y c4.",
  "lesson.through-sweets.done": "Ha quedado sobre los caramelos de la planta baja. La otra se queda arriba, porque debajo hay color.",

  "lesson.end-turn.title": "Acaba tu turno",
  "lesson.end-turn.text":
    "Cuando ya has tirado y no necesitas nada más, acabas el turno y robas hasta tener tres cartas. Antes de eso puedes deshacerlo todo.",
  "lesson.end-turn.task": "Tira y acaba tu turno.",
  "lesson.end-turn.hint": "Juega la carta como quieras y después «Fin de turno» o E.",
  "lesson.end-turn.done": "Tras el primer turno robas tres cartas; más adelante, casi siempre una. Luego le toca al siguiente.",

  "lesson.whole-turn.title": "Un turno completo",
  "lesson.whole-turn.text": "Un turno completo lo tiene todo: tirar, subir y mover. Aquí se puede.",
  "lesson.whole-turn.task": "Tira, sube, mueve y acaba el turno.",
  "lesson.whole-turn.hint": "Rellena b3 y d3, sube, ve a por caramelos en la primera planta y acaba el turno.",
  "lesson.whole-turn.done": "Color, altura y caramelos en un solo turno.",

  "lesson.no-tokens.title": "Sin fichas",
  "lesson.no-tokens.text":
    "Si al final de tu turno no te queda ninguna ficha de tu color, la partida se acaba para ti. Los demás siguen. Tu figura se queda, ocupa su casilla y todavía pueden mancharte.",
  "lesson.no-tokens.task": "Tira tus dos últimas fichas y acaba el turno.",
  "lesson.no-tokens.hint": "La carta diagonal cubre b4 y d2. Después acaba el turno.",
  "lesson.no-tokens.done": "Has terminado. Los puntos que llevas son tuyos.",

  "lesson.no-cards.title": "Sin cartas",
  "lesson.no-cards.text":
    "Cada jugador tiene 13 cartas, así que hay como mucho 13 turnos. Si al final de tu turno no tienes cartas en la mano ni quedan por robar, también se acaba para ti.",
  "lesson.no-cards.task": "Juega tu última carta y acaba el turno.",
  "lesson.no-cards.hint": "Vale cualquier tiro.",
  "lesson.no-cards.done": "Has terminado, te quede lo que te quede en la reserva.",

  "lesson.no-throw.title": "Sin tiro posible",
  "lesson.no-throw.text":
    "Quien al empezar su turno no puede tirar, mueva y suba en el orden que sea, termina en el acto. La última carta de Amarillo está boca abajo, y en la mano solo le queda una con estrella que necesita tres casillas libres en diagonal.",
  "lesson.no-throw.task": "Rellena d3 y e3 para que a Amarillo no le quede nada y acaba tu turno.",
  "lesson.no-throw.hint": "Tu carta recta llega a d3 y e3; las fichas caen a la planta baja. Después acaba el turno.",
  "lesson.no-throw.done": "La partida ha terminado para Amarillo y vuelve a ser tu turno.",

  "lesson.over.title": "Final de la partida",
  "lesson.over.text": "Cuando la partida se acaba para todos, se calcula la puntuación. Amarillo ya ha terminado; este es el último turno.",
  "lesson.over.task": "Haz el último tiro y acaba la partida.",
  "lesson.over.hint": "Tira tus dos últimas fichas y acaba el turno.",
  "lesson.over.done": "La tabla muestra de dónde salen los puntos. Las lecciones siguientes los ven uno a uno.",

  "lesson.levels.title": "Las plantas",
  "lesson.levels.text":
    "Al final, cada ficha tuya vale según su planta: un punto en la planta baja, dos en la primera y tres en la segunda. Por eso compensa tirar donde el color se queda arriba.",
  "lesson.levels.task": "Lleva dos fichas a la segunda planta: seis puntos.",
  "lesson.levels.hint": "En la primera planta hay color en b3 y d3. La carta recta cubre los dos.",
  "lesson.levels.done": "Tres puntos cada una.",

  "lesson.on-others.title": "Color en los demás",
  "lesson.on-others.text":
    "Cada ficha tuya en una reserva ajena te da dos puntos al final, haya llegado como haya llegado: por un impacto directo, por caer desde arriba o porque alguien se movió sobre ella.",
  "lesson.on-others.task": "Mancha a Amarillo y a Rojo con un solo tiro.",
  "lesson.on-others.hint": "Amarillo está a tu lado, en d3; Rojo está en la planta baja, debajo de e3.",
  "lesson.on-others.done": "Un punto por el impacto directo, y dos veces dos al final.",

  "lesson.most-sweets.title": "Caramelos",
  "lesson.most-sweets.text":
    "Al final ganas cinco puntos por cada jugador que tenga menos caramelos que tú. Si tenéis los mismos, no cuenta. Tú tienes uno y los demás, dos cada uno.",
  "lesson.most-sweets.task": "Adelanta a los dos: diez puntos.",
  "lesson.most-sweets.hint": "Muévete a una casilla con dos caramelos; en la planta baja siempre hay dos.",
  "lesson.most-sweets.done": "Una casilla, diez puntos. Aún pueden adelantarte.",

  "lesson.ties.title": "Empates",
  "lesson.ties.text":
    "Gana quien tenga más puntos. En caso de empate, quien tenga más fichas de su color en reservas ajenas; después, quien tenga más caramelos; y por último decide el orden de jugadores o, según la otra regla, quién terminó antes. Te queda una ficha y los dos sitios dan dos puntos: habrá empate.",
  "lesson.ties.task": "Tira tu última ficha de modo que ganes el desempate y acaba la partida.",
  "lesson.ties.hint": "Haz que caiga sobre Amarillo, debajo de e3: así cuenta como color en los demás.",
  "lesson.ties.done": "32 a 32, y tú tienes más color en los demás.",

  "lesson.best-turn.title": "El mejor turno",
  "lesson.best-turn.text":
    "Ahora, todo junto. Apunta a las cosas antes de hacerlas: la página te dice lo que ganarías tú y lo que ganarían los demás.",
  "lesson.best-turn.task": "En este turno, pasa de 7 puntos a 21 o más.",
  "lesson.best-turn.hint": "Un caramelo más que Amarillo y Rojo vale diez puntos. Amarillo está en c2, al alcance de tus cartas.",
  "lesson.best-turn.done": "Ya puedes salir a jugar.",

  "rules.text": "En una partida puede haber hasta tres cartas de rivalidad a la vista; se recomiendan dos, y sin ninguna el juego es más sencillo. Algunas cambian una regla para todos; de esas, una como mucho. Aquí hay una en juego:",
  "rules.hint": "Lee la carta y mira lo que te ofrece ahora la página.",
  "rules.done": "Vale igual para todos los jugadores y durante toda la partida.",
  "scoring.text": "Algunas cartas de rivalidad dan puntos de otras maneras, al momento o al final. En juego:",
  "scoring.task": { one: "Consigue {count} punto con esta carta.", other: "Consigue {count} puntos con esta carta." },
  "scoring.hint": "Apunta a tus opciones: la vista previa dice cuánto daría cada una.",
  "scoring.done": "Junto a la torre, la carta siempre muestra lo que vale en ese momento.",
  "lesson.short-steps.task": "Recoge caramelos que estén a dos pasos como mucho.",
  "lesson.helping-hands.task": "Sube, aunque en un lado no haya color.",
  "lesson.mirror-dance.task": "Colorea d4 y d5: solo encaja la carta en espejo.",
  "lesson.open-pockets.task": "Tira, acaba tu turno y roba hasta tener cuatro cartas.",
  "lesson.free-handfuls.task": "Tu última carta está boca abajo. Juega otra boca abajo.",
  "lesson.splash.task": "Juega la carta recta pasando por el color que tienes al lado.",
  "lesson.last-dance.task": "Amarillo ha terminado. Juega tu último turno y acábalo.",
  "lesson.swap-places.task": "Cambia de sitio con Amarillo en e4 y sube desde allí.",

  "lesson.setup.title": "La preparación",
  "lesson.setup.text": "Hay caramelos en las ocho casillas junto a las esquinas: dos en cada una de la planta baja y uno en cada una de la primera, 24 en total. Según el reglamento empieza quien lleva la ropa más colorida; aquí lo decide un sorteo. Después se sigue en el sentido del reloj: azul, amarillo, rojo, verde.",
  "lesson.setup.task": "Empieza entre los caramelos de a5 y b6, en a6.",
  "lesson.setup.hint": "Haz clic en la esquina a6 de la planta baja.",
  "lesson.setup.done": "Ahora elige el amarillo, luego el rojo y luego el verde. En ese mismo orden se juegan los turnos.",

  "lesson.one-token.title": "Una ficha por casilla",
  "lesson.one-token.text": "En una casilla nunca hay más de una ficha, sea de quien sea. Por eso una carta solo cabe donde todas sus casillas están libres de color. A tu lado, b3 y d3 están ocupadas.",
  "lesson.one-token.task": "Juega la carta recta de modo que quepa: en c2 y c4.",
  "lesson.one-token.hint": "Señala c4 y gira la carta hasta que cubra también c2, con tu figura en el centro.",
  "lesson.one-token.done": "A izquierda y derecha no había sitio; arriba y abajo, sí.",

  "lesson.face-down-falls.title": "Boca abajo, desde arriba",
  "lesson.face-down-falls.text": "La ficha de una carta jugada boca abajo también cae, si la tiras en la primera o la segunda planta y no hay una ficha justo debajo.",
  "lesson.face-down-falls.task": "Juega una carta boca abajo en f6 y mira cómo cae la ficha.",
  "lesson.face-down-falls.hint": "Toma una carta, elige «Boca abajo» o pulsa F y haz clic en f6 de la primera planta.",
  "lesson.face-down-falls.done": "Ha caído a la planta baja: allí vale un punto en lugar de dos.",

  "lesson.final-score.title": "Una puntuación completa",
  "lesson.final-score.text": "Al final se suma todo: tus fichas según la planta, tus fichas en otras reservas, cinco puntos por cada jugador con menos caramelos, los impactos directos y las cartas de rivalidad, aquí el rangoli. El amarillo y el rojo han terminado.",
  "lesson.final-score.task": "Juega tu última carta en c5 y d5, termina la partida y lee la tabla.",
  "lesson.final-score.hint": "La carta recta hacia la izquierda cubre c5 y d5. Después termina tu turno.",
  "lesson.final-score.done": "El amarillo y el rojo tienen 37 puntos cada uno, tú 35. Los demás tienen tres fichas del amarillo y dos del rojo: gana el amarillo. Tienes tantos caramelos como el amarillo: ninguno puntúa por el otro.",

  "learn.first": "Tu primera partida",
  "learn.first-about": "Unos quince minutos contra un bot fácil, sin cartas de rivalidad. Una guía te dice lo importante en el momento justo.",
  "learn.first-play": "Jugar con la guía",

  "coach.title": "Guía",
  "coach.says": "Guía: {text}",
  "coach.off": "Quitar la guía",
  "coach.on": "Poner la guía",
  "coach.quiet": "Te toca. Te avisaré cuando haya algo nuevo.",
  "coach.watch": "Juega {name}. Mira dónde cae el color.",
  "coach.tip": "La mejor jugada que veo: {reason}. «Pista» te enseña cómo.",
  "coach.corner": "¡Hola! Pon tu figura en una esquina de la planta baja. Los caramelos de al lado conviene recogerlos pronto.",
  "coach.throw": "Ahora tira color: toma una carta. Ocupas una casilla coloreada y cada una de las otras recibe una ficha tuya. La torre te enseña dónde caen.",
  "coach.star": "La carta {card} lleva una estrella: ese es tu sitio, y todas las casillas coloreadas reciben una ficha.",
  "coach.face-down": "Aquí ninguna carta encaja boca arriba. Juega una boca abajo: una ficha en cualquier casilla libre de tu planta, cerca o lejos.",
  "coach.not-twice": "Tu última carta está boca abajo, así que ahora tienes que jugar una boca arriba.",
  "coach.no-throw": "Ninguna carta encaja donde estás, pero tienes que tirar. Muévete o sube antes: solo se ofrecen casillas desde las que encaja alguna.",
  "coach.hit": "{name} está a tu alcance en {square}. Impacto directo: un punto ahora y dos al final por la ficha en su reserva.",
  "coach.hit-you": "Impacto directo de {name} contra ti: un punto al momento y dos al final por la ficha en tu reserva. Si puedes, ponte fuera de su alcance.",
  "coach.sweets": "Una vez por turno puedes moverte, tan lejos como quieras. Caramelos en {square}: {count}. Quien tenga más al final gana cinco puntos.",
  "coach.end": "Ya has tirado: puedes acabar tu turno o deshacer lo hecho. Después robas hasta tener tres cartas.",
  "coach.climb-soon": "Para subir hace falta color por los cuatro lados. Aún no hay en: {squares}.",
  "coach.climb": "Hay color por los cuatro lados: puedes subir. Arriba el color vale más, pero no hay forma de bajar.",
  "coach.levels": "¡Ya estás arriba! Al final, cada ficha vale un punto en la planta baja, dos en la primera y tres en la segunda.",
  "coach.fall": "Arriba el color solo se queda si hay color justo debajo. En {square} la ficha caería; apunta a una casilla y verás hasta dónde.",
  "coach.rain": "Ha caído color sobre una figura: la de {name}. Ahora no da nada, pero al final son dos puntos para quien lo tiró.",
  "coach.gives": "En {square} recogerías color de {name}. Al final le daría dos puntos por ficha: mejor no lo pises.",
  "coach.take-back": "Si te mueves a {square}, recuperas color tuyo. Podrás volver a tirarlo, quizá más arriba.",
  "coach.few-tokens": { one: "Te queda {count} ficha por tirar. Si al acabar tu turno no tienes ninguna, has terminado.", other: "Te quedan {count} fichas por tirar. Si al acabar tu turno no tienes ninguna, has terminado." },
  "coach.near-end": "Tu mazo está vacío: se acerca el final. Tienes {count} cartas, o sea, {count} turnos como mucho, contando este.",
  "coach.last-turn": "¡Tu última carta, tu último turno! Mira todas las formas de jugarla y elige la que más dé.",
  "coach.they-finished": "{name} ha terminado y ya no puede responder. Tú sigues hasta que termines también.",
  "coach.you-finished": "Has terminado. {name} sigue hasta el final y aún puede alcanzar tu figura. Después se cuentan los puntos.",

  "count.title": "De dónde salen tus puntos",
  "count.G": "Planta baja: {points}. Un punto por cada ficha tuya que hay allí.",
  "count.M": "Primera planta: {points}. Dos puntos por cada ficha que se quedó arriba.",
  "count.T": "Segunda planta: {points}. Tres puntos por cada ficha que se quedó arriba.",
  "count.on-others": "En los demás: {points}. Dos puntos por cada ficha tuya en la reserva de {name}.",
  "count.sweets": "Caramelos: {points}. Tú tienes {mine} y {name}, {theirs}; quien tiene más gana cinco puntos.",
  "count.hits": "Durante la partida: {points}. Un punto por cada impacto directo.",
  "count.next": "¿Y ahora qué?",
  "count.lessons": "Lecciones: las reglas una a una",
  "count.play": "Jugar con dos cartas de rivalidad",
} as const;
