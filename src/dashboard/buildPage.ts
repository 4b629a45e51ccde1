import { workerData } from 'node:worker_threads'
import { viteConfig } from './vite.config.ts'

/**
 * Builds the page, in a thread of its own: Vite changes the environment of whoever runs it to production, and its
 * memory is given back when the thread ends.
 */
const { pageDir, outDir } = workerData as { pageDir: string; outDir: string }
// Only development has it: an image carries the built page.
const { build } = await import('vite')
await build(viteConfig(pageDir, outDir))
