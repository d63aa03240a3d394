"""Words for the codes of tables: short, easily told apart when spoken, and typed on any keyboard."""

import os
from typing import Final

from game.i18n import Lang

COUNT: Final = 3
"""Words in a code: some 25 bits, of which nobody can try more than a few a minute."""

WORDS: Final[dict[Lang, str]] = {
    "sv": """
        ananas anka ankare apa april ask atlas augusti automat bad bageri bagge ballong banan bandy
        banjo bark bastu batteri berg betong biff bild bison blixt blomma bok boll bonde borste brand
        bricka bro broder bubbla buske byxa cello cirkel cirkus citron clown cykel dadel dag damm dans
        delfin diamant dimma docka doktor dollar drake druva eko ekorre elefant element enbuske energi
        fackla familj fasan fast ferie figur film finger fiol fisk fjord fjun flagga flaska flod flyg
        folk forell fossil foto fredag frost frukt fura gaffel galax galler garn get giraff gitarr glas
        gnista golf gondol gran grind grotta gryta gubbe guld gunga gurka hagel hallon hammare hamn
        harpa hav havre hink hjort hjul hobby honung hotell humla hund hus husky hylsa igelkott insekt
        isbit jacka jaguar jasmin jorden juli jupiter kabel kaffe kajak kaktus kalas kalv kamera kanal
        kanin kanot karta karusell kastanj katt kedja keps kex kikare kilo kiosk kista kiwi kjol klippa
        klocka klubba klump knapp knut koala kock koja komet kompass konsert koppar korg kotte krabba
        krans krita krokus krona kudde kung kvarn kvast lada lagun lakrits lampa lapp lastbil lax ledare
        lejon lera lilja lind linjal loge lotus lucka luft lykta maj makrill mandel mango mars marsvin
        maskros matta melon metall mil minut molekyl moln moped morot mos motor mugg munk museum musik
        mussla mynt myra myrten nacke nejlika nektar nest nisse nota novell nummer nypon oas oboe ocean
        oktober oliv olja onsdag opal opera orkan orm ost ostron paket palm panda panel papegoja paprika
        parasoll pasta pedal penna peppar persika piano pilot pingst pingvin pinne pion pirat planet
        plank plog plommon pojke polka ponny postkort potatis prins prisma puck pudding pumpa pussel
        pyramid rabarber radio ren renen resa ring ris robot rosett rot rubin saft salami sallad samba
        sand sandal satin saxofon schack segel senap sida silver sirap sked skepp skidor skog skola
        skruv skugga sky slips slott smaragd smultron sockel soffa sol sommar spade spagat spenat spik
        spindel springa stege sten stork strand strumpa stubbe sudd sultan svala svamp svan syltburk
        tablett tack tall tapet tavla teater tecken tennis tidning tiger timjan tistel tomat tomte topas
        torn torsk trana trappa trast trumma trumpet tulpan tunna tunnel tupp turban tvilling tyg uggla
        ugn ull utter vagn val valnot vanilj vante vatten vecka vinter virvel vulkan yoghurt zebra
    """,
    "de": """
        abend adler affe ahorn akkord album amsel ananas anker anorak antenne apfel april arena aroma
        asphalt atlas auge auster avocado bagger bahnhof ballon bambus banane banjo batterie bauer
        becher beere beton biber biene bild bison blitz blume bogen bohne bonbon boot brief brille buch
        burg butter clown comic dach dackel dampf delfin diamant dino distel dorf drache echo efeu eiche
        eimer eis eisen elch elefant ente erbse erde esel eule faden falke farn feder feige feld fenster
        ferien fichte figur film finger fisch flagge flamme flocke floh fluss forelle fossil foto frosch
        fuchs gabel galaxie gans garten gazelle gitarre glas gold gondel gurke hafen hai hammer hamster
        harfe hase haus hecht helm herbst hering himmel hirsch honig hotel huhn hund hut igel iglu insel
        jacke jaguar joghurt juli jupiter kaffee kajak kaktus kamel kamin kamm kanne kanu karpfen karte
        kasten katze keks keller kerze kette kiefer kirsche kiste klavier klee knopf koala koch koffer
        komet kompass konzert korb kran kreide kreis krone kuchen kugel kutsche lama lampe laterne laub
        lavendel leiter lerche libelle licht lilie linde lotse luft lupe magnet mandel mango marmor
        maske mast meer meise melone merkur messer milch mohn mond moos morgen motor muschel museum
        musik nadel nebel nelke nest netz nuss obst ofen oktober olive onkel opal oper orange orgel
        otter paddel palme panda papagei paprika park pastete pauke pedal pfau pfeil pferd pfirsich
        pflaume pilot pilz pinguin pirat planet polka pony posaune prinz pudding puppe puzzle qualle
        rabe radio rakete raupe regen rentier ring ritter robbe roboter rose rubin rucksack ruder saft
        salat salbei salz sand sattel schaf schatz schiff schnee schuh schwan see segel seife seil senf
        silber sirup socke sofa sommer sonne spatz specht spiegel spinat spule stein stiefel storch
        strand stuhl tafel taifun tante tapete tasse taube teich tempel tiger tomate topf torte trommel
        tulpe tunnel turm uhr ulme urlaub vanille veilchen ventil violine vogel vulkan waffel wagen wald
        walnuss wasser weide weizen welle wespe wetter wiese wind winter wolf wolke wurzel zange zauber
        zebra zelt ziege zimt zirkel zirkus zitrone zoo zucker zug zwerg zwiebel
    """,
    "en": """
        acorn actor album amber angle anvil apple apron arrow artist atlas attic autumn bacon badge
        bakery ballet bamboo banana banjo barrel basket beaver bench bicycle bishop bison blanket
        blossom boat bonnet border bottle branch breeze brick bridge broom bubble bucket butter button
        cabin cactus camel camera candle canoe canvas captain caramel carpet carrot castle celery chalk
        cherry chess chimney circus clock clover coach cobweb cocoa coffee comet copper coral cotton
        cradle crayon cricket crown crystal curtain cushion dahlia daisy dancer desert diamond dinner
        doctor dolphin domino donkey dragon drawer drum eagle earth easel echo eclipse elbow elephant
        engine evening fabric falcon feather fiddle finger flame flower flute forest fossil fountain fox
        frost galaxy garden garlic giant giraffe glacier globe goblin granite grape guitar gull hammer
        harvest hazel hedge helmet heron hobby honey hotel husky igloo insect island ivory jacket jaguar
        jelly jigsaw jockey juggler jungle kayak kettle king kitchen koala ladder lagoon lamp lantern
        lemon leopard lettuce library lizard lobster magnet mango maple marble market meadow melon
        mermaid meteor mill mirror mitten morning mosaic muffin museum mustard napkin needle nest noodle
        nutmeg oak oasis ocean olive onion opera orange orbit orchard otter owl oyster paddle painter
        palace panda parade pastry peach peanut pebble pelican pencil penguin pepper piano picnic pigeon
        pilot pirate planet plum pocket poem pony poppy postcard potato prairie pretzel prince pumpkin
        puppet puzzle pyramid quartz queen quilt rabbit raccoon radio raft rainbow raven ribbon river
        robin robot sailor salmon sandal satchel saucer scarf school scooter seagull shadow shovel
        silver sketch slipper snail snow sparrow spider spoon squirrel stable statue stone summer sunset
        swan sweater teacher temple thimble thunder ticket tiger timber toast tomato torch tortoise
        tractor trumpet tulip tunnel turkey turnip umbrella unicorn vanilla velvet village violin
        volcano waffle wagon walnut walrus whale wheel whisper window winter wolf wool yacht zebra
        zeppelin zigzag
    """,
}
"""By language, the words, with spaces between."""


def suggest(language: Lang) -> str:
    """A code of random words of the language."""
    words = WORDS[language].split()
    return " ".join(words[int.from_bytes(os.urandom(8)) % len(words)] for _ in range(COUNT))
