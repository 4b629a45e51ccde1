import { fold } from './fold.ts'

/** Letters of other scripts, and digits, by the Latin letter that they look like; all are folded to lower case. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑⲁ',
    b: 'ьвβƅ',
    c: 'сϲⲥᴄ',
    d: 'ԁժɗ',
    e: 'еєεҽё℮',
    f: 'ғƒſ',
    g: 'ɡցɢ',
    h: 'һհнʜ',
    i: 'іι1l|ӏıɩǀ!',
    j: 'јϳյ',
    k: 'кκқĸ',
    m: 'ммʍ',
    n: 'пηոռɴ',
    o: '0оοօσөⲟ०٥',
    p: 'рρⲣҏ',
    q: 'ԛզգ',
    r: 'гяɾʀ',
    s: 'ѕꜱʂ5$',
    t: 'тτʈ',
    u: 'υսʋц',
    v: 'νѵᴠ',
    w: 'ԝωѡшա',
    x: 'хχ×',
    y: 'уүγყʏ',
    z: 'зʐᴢ2',
  }).flatMap(([latin, looks]) => Array.from(looks, (look) => [look, latin])),
)

/**
 * Equal for names that look the same at a glance. Two different names with one skeleton mark a possible impostor:
 * letters of another script, accents, stops and underscores, `0` for `o`, `1` and `l` for `i`, `rn` for `m`, `vv` for `w`.
 */
export function usernameSkeleton(name: string): string {
  const letters = Array.from(fold(name), (sign) => LOOKS_LIKE[sign] ?? sign).join('')
  return letters
    .replace(/[\s._-]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
