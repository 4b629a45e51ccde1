import type { Language } from './language.ts'

/** Spanish. */
export const es: Language = {
  claims: `
    mío, mía, míos, mías, es mío, es mía, lo quiero, la quiero, los quiero, las quiero, me lo llevo,
    me la llevo, me llevo, lo compro, la compro, lo tomo, la tomo, me lo quedo, me la quedo, lo reservo,
    la reservo, resérvame, resérvamelo, apártame, apártamelo, apártamela, yo lo quiero, yo la quiero
  `,
  weakClaims: `
    quiero, compro, comprar, reservo, apartado, apartar, aparta, vendido, vendida, tomo, yo me lo llevo,
    dame, dámelo, lo llevo, me interesa, anótame, apúntame, para mí, aparto, pa mí, anótamelo, apúntamelo,
    lo apartas, lo kiero, kiero, qiero, lo qiero, me lo yevo, sepáramelo, guárdamelo, comprado, comprada,
    la llevo, los llevo, llevo, me lo aparto, sepárame, guárdame, vendido a mí, vendida a mí,
    vendido para mí, vendida para mí
  `,
  notClaims: `
    amor mío, dios mío, madre mía, hijo mío, hija mía, amiga mía, amigo mío, vida mía, reina mía, cielo mío,
    te quiero, me gusta, me encanta, caro para mí, grande para mí, pequeño para mí, cara para mí, culpa mía,
    familia mía, los quiero mucho, las quiero mucho, está vendido, está vendida, ya vendido, ya vendida,
    vendido ya, vendida ya, vendido a, vendida a, vendido para, vendida para
  `,
  bids: 'oferta, ofrezco, ofresco, oferto, puja, pujo, pujar, doy, ofrecer, subo, apuesto, postura',
  negations: `
    no, nunca, jamás, tampoco, sin, ningún, ninguna, ninguno, nada, nadie, cancela, cancelar, cancelo, caro,
    carísimo, broma, error, retiro, excepto, menos, demasiado
  `,
  questions: `
    cuánto, cuánta, cuántos, cuántas, cuál, cuáles, quién, qué, cómo, dónde, cuándo, por qué, hay, tienes,
    tienen, puedo, acaso
  `,
  unitsBehind: 'año',
  sizes: `
    talla, tallas, talle, número, num, pieza, piezas, unidad, unidades, par, pares, caja, cajas, lote,
    artículo, paquete, chica, mediana, grande, pequeño, pequeña, mide, miden, cantidad
  `,
  units: `
    persona, personas, gente, seguidores, seguidoras, espectadores, comentarios, minuto, minutos, segundo,
    segundos, hora, horas, día, días, semana, semanas, mes, meses, años, añitos, centímetros, metros, kilo,
    kilos, gramos, litro, litros, ciento, porciento, grados, millón, millones, veces, puntos, teléfono, tel,
    las, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre,
    diciembre, muestra, muéstrame, muestren, muestras, suscriptores, suscriptoras, hijos, edad, kilogramos
  `,
  currencies: `
    euros, eurito, euritos, peso, pesos, pesitos, dólar, dólares, soles, bolívares, lempiras, quetzales,
    colones, guaraníes, mxn, lucas, varos, pavos, mangos
  `,
  courtesies: 'mil gracias, buenos días, buen día',
  fillers: `
    por, favor, porfa, porfis, porfavor, sí, si, vale, venga, dale, claro, gracias, yo, este, esta, esto,
    ese, esa, eso, uno, una, un, el, la, lo, amiga, amigo, amor, reina, guapa, linda, bella, hermosa,
    cariño, señora, señor, chicas, hola, bonita, es, ya, rojo, roja, azul, verde, negro, negra, blanco,
    blanca, rosa, amarillo, amarilla, gris, dorado, morado
  `,
  local: { units: 'año', multipliers: { mil: 1_000 }, negations: 'cara' },
}
