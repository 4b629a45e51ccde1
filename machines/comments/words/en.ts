import type { Language } from './language.ts'

/** English. */
export const en: Language = {
  claims: `
    mine, claim, dibs, i'll take it, i'll take this, i'll take that one, i'll have it, i call it, shotgun
  `,
  weakClaims: `
    sold, buy, buying, take, taking, me, i want, want, wants, wanna buy, i'll take, i'll buy, i'd like,
    bought, gimme, give me, reserve, reserved, order, ordering, grab, grabbing, add to cart, sold to me,
    for me, add me, claimed, claiming, grabbed, pick me, i need, i need it, need, i need this,
    give it to me, i am buying, me first, gotta have it, mine first, i would like, hold for me, put me down,
    ring me up, invoice me, bill me, add to my cart, plus one
  `,
  notClaims: `
    sold out, take care, take me, follow me, want you, want u, need you, need u, mine field, claim to fame,
    gold mine, coal mine, salt mine, diamond mine, friend of mine, take it easy, take off, love me,
    love you, got mine, have mine, love mine, loved mine, lost mine, mine is, mine was, mine came,
    mine arrived, mine broke, mine has, claim your, claim their, claim my, buy now, could be mine,
    were mine, should be mine, was mine, claim closed, claims closed, dibs closed, order number, mine fits,
    mine looks, mine are, mine just, mine never, sold to
  `,
  bids: 'bid, bids, bidding, offer, offering, offers, mybid',
  negations: `
    not, no, nope, nah, don't, dont, never, isn't, ain't, wasn't, won't, can't, cannot, couldn't, shouldn't,
    wouldn't, didn't, doesn't, nobody, none, nothing, neither, nor, without, cancel, cancelled, canceled,
    retract, withdraw, undo, mistake, joking, kidding, expensive, overpriced, passed, skip, unless, except,
    aren't, weren't, haven't, hasn't, hadn't, mustn't, needn't
  `,
  questions: `
    is it, is this, is that, is there, are these, are those, are there, was it, can i, can we, can you,
    could i, could you, may i, should i, would you, do you, do i, did i, did he, did she, did you, does it,
    does this, how, what, whats, what's, who, who's, whose, where, when, why, which, any
  `,
  unitsBehind: 'like, men, women, girls, may',
  percentages: 'per cent',
  courtesies: 'good day',
  sizes: `
    size, sizes, small, medium, large, piece, pieces, item, items, lot, lots, qty, quantity, units, unit,
    pair, pairs, box, boxes, pack, packs, number, numbers, times, color, colour, left, sets, bottle,
    bottles, bag, bags, waist
  `,
  units: `
    person, people, persons, follower, followers, following, viewer, viewers, watching, likes, share,
    shares, comment, comments, subscribers, friends, kids, customers, orders, members, minute, minutes,
    second, seconds, hour, hours, day, days, week, weeks, month, months, year, years, yrs, old, o'clock,
    oclock, age, aged, centimeter, centimeters, centimetre, meter, meters, metre, metres, kilo, kilos,
    ounce, ounces, liter, liters, litre, litres, foot, feet, mile, miles, degrees, percent, pct, percents,
    thousand, hundred, million, millions, billion, points, stars, star, room, page, chapter, level, phone,
    zip, channel, house, street, apt, version, model, january, february, march, april, june, july, august,
    september, october, november, december, more, part, season, episode, sale, sisters, brothers, row,
    tracking, watts, jan, feb, sept, oct, nov, dec, show, fans, subs, views, children, yards, yard, karat,
    karats, carat, carats, kilogram, kilograms, height, weight, thousands, hundreds, crores
  `,
  currencies: `
    dollar, dollars, buck, bucks, euro, euros, pound, pounds, quid, cent, pesos, peso, rupee, rupees,
    rupiah, lira, liras, yen, yuan, dirham, dirhams, riyal, riyals, rand, naira, ringgit, baht
  `,
  fillers: `
    please, pls, plz, yes, yep, yeah, yess, will, one, ones, this, it, that, the, these, those, i, we, i'll,
    i'm, im, ill, thanks, thank, thx, ty, thankyou, sis, sister, bro, brother, dear, hun, hunny, honey,
    love, lady, miss, mrs, mr, maam, ma'am, black, white, red, blue, green, pink, yellow, grey, gray, brown,
    purple, orange, gold, silver, beige, now, definitely, def, both, oh, yay, omg
  `,
}
