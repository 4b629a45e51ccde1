import { CHARTED_MACHINES, type ChartedMachine } from './machines.ts'
import { layoutChart } from './layoutChart.ts'
import { chartModel } from './readChart.ts'
import type { ChartLayout } from './ChartLayout.ts'
import type { ChartModel } from './ChartModel.ts'

export interface Chart {
  model: ChartModel
  layout: ChartLayout
}

const charts = new Map<ChartedMachine, Promise<Chart>>()

/** The chart of a machine by the machine's id, drawn once a process; undefined when there is no such machine. */
export function chartOf(machineId: string): Promise<Chart> | undefined {
  const charted = CHARTED_MACHINES.find(({ machine }) => machine.id === machineId)
  if (charted === undefined) return undefined
  let chart = charts.get(charted)
  if (chart === undefined) {
    chart = draw(charted)
    charts.set(charted, chart)
  }
  return chart
}

async function draw({ machine, words }: ChartedMachine): Promise<Chart> {
  const model = chartModel(machine, words)
  return { model, layout: await layoutChart(model) }
}
