import type { Language } from './language.ts'

/** Polish. */
export const pl: Language = {
  claims: 'biorę, biore, ja biorę, to moje, rezerwuję, rezerwuje, poproszę to, zaklepuję',
  weakClaims: `
    poproszę, chcę, chce, ja chcę, rezerwacja, kupić, sprzedane, dajcie, wezme, moje, mój, moja, dla mnie,
    kupuję, kupuje, ja kupuję, wezmę, zamawiam, zabieram
  `,
  notClaims: `
    mój boże, moja mama, mój mąż, za drogie dla mnie, za duże dla mnie, za małe dla mnie, moje dziecko,
    biorę udział
  `,
  bids: 'oferta, oferuję, licytuję, licytuje, daję, daje, przebijam, stawiam',
  negations: `
    nie, nigdy, bez, żaden, żadna, drogo, drogie, drogi, anuluj, anuluję, rezygnuję, rezygnuje, nic, nikt,
    oprócz, pomyłka, żart, niestety
  `,
  questions: `
    ile, po ile, czy, jaki, jaka, jakie, kto, jak, gdzie, kiedy, dlaczego, który, która, które, mogę, można
  `,
  courtesies: 'dzień dobry',
  sizes: `
    rozmiar, rozm, numer, sztuk, sztuka, sztuki, szt, pary, par, pudełko, paczka, mały, mała, średni, duży,
    duża, wzrost, ilość
  `,
  units: `
    osób, osoby, osoba, ludzi, obserwujących, widzów, lajków, komentarzy, minut, minuty, minuta, sekund,
    godzin, godziny, godzina, godz, dzień, dni, tydzień, tygodni, miesiąc, miesiące, miesięcy, rok, lata,
    lat, metr, metry, metrów, kilo, kilogram, gram, gramów, litr, litry, litrów, procent, stopni, milion,
    milionów, razy, punktów, telefon, stycznia, lutego, marca, kwietnia, maja, czerwca, lipca, sierpnia,
    września, października, listopada, grudnia, pokaż, pokaz, dzieci, kilogramów
  `,
  currencies: 'złoty, złotych, złote, zlotych, zlote, zeta, zyla, zł, grosz, groszy',
  multipliers: { tys: 1_000, tysiące: 1_000, tysięcy: 1_000, tysiąc: 1_000 },
  fillers: `
    proszę, prosze, dobrze, jasne, dziękuję, dzięki, dziekuje, ja, to, ten, tę, ta, tą, jeden, jedna, jedno,
    jedną, pani, pan, kochana, kochani, hej, cześć, dzień, dobry, czarny, czarna, czarne, biały, białe,
    czerwony, czerwone, niebieski, niebieskie, zielony, zielone, różowy, różowe
  `,
  local: { fillers: 'tak, my', weakClaims: 'ja', questions: 'co' },
}
