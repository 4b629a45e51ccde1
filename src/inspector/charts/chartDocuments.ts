import { chartOf } from './chartOf.ts'
import { CHARTED_MACHINES } from './machines.ts'
import { renderMermaid } from './renderMermaid.ts'
import { renderSvg } from './renderSvg.ts'

const BEGIN = '<!-- charts: written by npm run charts -->'
const END = '<!-- end of charts -->'

/**
 * The files that show every chart, by their path from the repository's root: a picture and a Mermaid text each, and the
 * machines' page with the pictures between its marks.
 * @throws Error when the page lacks the marks
 */
export async function chartDocuments(page: string): Promise<Map<string, string>> {
  const documents = new Map<string, string>()
  const shown: string[] = []
  for (const { machine } of CHARTED_MACHINES) {
    const chart = await chartOf(machine.id)
    if (chart === undefined) throw new Error(`There is no chart of ${machine.id}`)
    const { model, layout } = chart
    documents.set(`machines/charts/${model.id}.svg`, renderSvg(model, layout, { theme: 'auto' }))
    documents.set(`machines/charts/${model.id}.mmd`, renderMermaid(model))
    shown.push(`### ${model.id}`, '', `${model.description} [As Mermaid text](charts/${model.id}.mmd).`, '')
    shown.push(`![State chart of ${model.id}](charts/${model.id}.svg)`, '')
  }
  const [before, rest] = page.split(BEGIN)
  const [, after] = rest?.split(END) ?? []
  if (before === undefined || after === undefined)
    throw new Error(`machines/README.md needs the lines “${BEGIN}” and “${END}”, between which the charts go`)
  documents.set('machines/README.md', `${before}${BEGIN}\n\n${shown.join('\n')}\n${END}${after}`)
  return documents
}
