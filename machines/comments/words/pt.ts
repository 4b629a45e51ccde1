import type { Language } from './language.ts'

/** Portuguese. */
export const pt: Language = {
  claims: 'é meu, é minha, reserva pra mim, separa pra mim, guarda pra mim',
  weakClaims: `
    quero, eu quero, qro, meu, minha, levo, compro, comprar, reserva, reserve, separa, vendido, vendida,
    pego, eu pego, arrematado, arremato, fico com, fico com ele, fico com ela, vou querer, vou ficar,
    vou levar, eu fico, eu levo, eu compro, pra mim, para mim, fico com esse, fico com essa, quero muito,
    comprei, comprado, comprada, arrematei, eu arremato, quero sim, vendido pra mim, vendida pra mim,
    vendido para mim, vendida para mim
  `,
  notClaims: `
    meu deus, minha nossa, meu amor, minha linda, quero ver, quero saber, caro pra mim, caro para mim,
    grande pra mim, pequeno pra mim, bom pra mim, n quero, ñ quero, meu tamanho, minha cor, minha mãe,
    meu sonho, minha numeração, está vendido, está vendida, já vendido, já vendida, foi vendido, já comprei,
    já peguei, vendido pra, vendida pra, vendido para, vendida para
  `,
  bids: 'lance, lanço, oferta, ofereço, dou, pago, cubro, aposto',
  negations: `
    não, nao, nunca, jamais, nem, sem, nada, ninguém, nenhum, nenhuma, cancela, cancelar, cancelo, caro,
    caríssimo, desisto, engano, brincadeira, exceto
  `,
  questions: `
    quanto, quanta, quantos, quantas, qual, quais, quem, como, onde, quando, por que, porque, tem, será que,
    posso, é de, o que
  `,
  unitsBehind: 'ano',
  courtesies: 'bom dia',
  sizes: `
    tamanho, número, peça, peças, unidade, unidades, par, pares, caixa, caixas, lote, item, pequeno,
    pequena, médio, média, grande, manequim, gg, xg, pp, veste, numeração, quantidade
  `,
  units: `
    pessoa, pessoas, gente, seguidor, seguidores, seguidoras, curtidas, comentários, minuto, minutos,
    segundo, segundos, hora, horas, dia, dias, semana, semanas, mês, meses, anos, aninhos, centímetros,
    metro, metros, quilo, quilos, gramas, litros, cento, graus, milhão, milhões, vezes, parcelas, pontos,
    telefone, zap, janeiro, fevereiro, março, junho, julho, setembro, outubro, novembro, dezembro, mostra,
    mostre, mostrar, inscritos, filhos, idade, quilogramas
  `,
  currencies: `
    real, reais, reau, conto, contos, pila, pilas, mangos, centavos, euro, euros, dólar, dólares, kwanzas,
    meticais
  `,
  fillers: `
    por, favor, pfv, pfvr, sim, ok, claro, obrigada, obrigado, brigada, esse, essa, este, esta, isso, isto,
    um, uma, o, a, amiga, amigo, amor, linda, flor, moça, gata, querida, senhora, nós, oi, olá, bom, boa,
    preto, preta, branco, branca, vermelho, vermelha, azul, verde, rosa, amarelo, amarela, cinza, dourado,
    roxo
  `,
  local: { units: 'ano', sizes: 'tam', multipliers: { mil: 1_000 }, negations: 'cara, n' },
}
