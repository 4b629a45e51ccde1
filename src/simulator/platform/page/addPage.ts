import { readFile } from 'node:fs/promises'
import type Router from '@koa/router'

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

/** The platform's own small page: accounts, speaking as a viewer, a crowd, replies, misbehaviour. */
export function addPage(router: Router): void {
  router.get('/', async (context) => {
    context.type = 'html'
    context.body = await read('./platform.html')
  })
  router.get('/platform.js', async (context) => {
    context.type = 'js'
    context.body = await read('./platform.js')
  })
}
