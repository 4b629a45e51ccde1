import { styleText } from 'node:util'
import type { ServerEvent } from '../../protocol/events.ts'

const MARGIN = 10
const NAME_WIDTH = 16

type Style = Parameters<typeof styleText>[0]

/** Prints the show as it happens: one line an event, coloured on a terminal, cut to its width. */
export class Screen {
  private readonly width: number
  private readonly colours: boolean

  constructor(stream: NodeJS.WriteStream = process.stdout) {
    this.width = Math.max(60, Math.min(stream.isTTY ? stream.columns : 100, 120))
    this.colours = stream.isTTY
  }

  title(text: string): void {
    console.log(`\n${this.paint('bold', text)}\n${this.paint('dim', '─'.repeat(this.width))}`)
  }

  step(what: string, result: string): void {
    console.log(`${this.paint('dim', what.padEnd(MARGIN * 2 + 6))} ${result}`)
  }

  event(event: ServerEvent): void {
    switch (event.type) {
      case 'comment.new':
        return this.line('comment', event.data.socialUsername, event.data.text, 'dim')
      case 'bid.new':
        if (event.data.bidType === 'claim') return
        return this.line('BID', event.data.socialUsername, `${money(event.data.amount)}  leads`, 'green')
      case 'cart.added':
        return this.line(
          'CART',
          event.data.socialUsername,
          `${event.data.productName} for ${money(event.data.amount)}`,
          'green',
        )
      case 'stock.updated':
        return this.line('stock', '', `${String(event.data.remaining)} left`, 'yellow')
      case 'auction.started':
        return this.line(
          'START',
          '',
          `${event.data.productName}, from ${money(event.data.startingPrice)}`,
          'cyan',
        )
      case 'auction.countdown':
        return this.line('COUNTDOWN', '', 'the last seconds', 'yellow')
      case 'auction.extended':
        return this.line('EXTENDED', '', `ends at ${event.data.endsAt.slice(11, 19)}`, 'yellow')
      case 'auction.ended':
        return this.line('ENDED', event.data.winnerSocialUsername ?? '', endOf(event.data), 'magenta')
      default:
        return this.line(event.type, '', JSON.stringify(event.data), 'cyan')
    }
  }

  reply(username: string | null, message: string): void {
    this.line('reply', username === null ? '' : `→ ${username}`, message, 'blue')
  }

  private line(kind: string, who: string, text: string, style: Style): void {
    const room = this.width - MARGIN - NAME_WIDTH - 2
    const shown = [...text].length > room ? `${[...text].slice(0, room - 1).join('')}…` : text
    console.log(
      this.paint(style, `${kind.padEnd(MARGIN)} ${who.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH)} ${shown}`),
    )
  }

  private paint(style: Style, text: string): string {
    return this.colours ? styleText(style, text, { validateStream: false }) : text
  }
}

export const money = (amount: number): string => amount.toFixed(2)

const endOf = (data: { productName: string; winnerSocialUsername?: string; finalPrice: number }): string =>
  data.winnerSocialUsername === undefined
    ? `${data.productName} closed`
    : `${data.productName} sold for ${money(data.finalPrice)}`
