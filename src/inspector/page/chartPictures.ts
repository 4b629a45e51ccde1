import auctionItem from '../../../machines/charts/auctionItem.svg'
import delivery from '../../../machines/charts/delivery.svg'
import liveSession from '../../../machines/charts/liveSession.svg'
import socialConnection from '../../../machines/charts/socialConnection.svg'
import supervisor from '../../../machines/charts/supervisor.svg'

const PICTURES: Readonly<Record<string, string>> = {
  auctionItem,
  delivery,
  liveSession,
  socialConnection,
  supervisor,
}

/** The picture of a machine, laid out beforehand, ready to stand in the page; the page has tool tips of its own. */
export function chartPicture(machine: string): Promise<SVGSVGElement> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', PICTURES[machine] ?? '')
    // Parsed by the request, since the policy forbids that a script turns text into markup.
    request.responseType = 'document'
    request.onload = () => {
      const svg = request.responseXML?.querySelector('svg')
      if (svg == null) reject(new Error(`There is no picture of ${machine}`))
      else {
        svg.querySelectorAll('title').forEach((element) => element.remove())
        svg.removeAttribute('role')
        resolve(document.importNode(svg, true))
      }
    }
    request.onerror = () => reject(new Error('The service does not answer'))
    request.send()
  })
}
