import preact from '@preact/preset-vite'
import type { InlineConfig, Plugin } from 'vite'

/** How the page is built. `fileURLToPath` of this folder keeps it independent of the caller's directory. */
export function viteConfig(pageDir: string, outDir: string): InlineConfig {
  return {
    root: pageDir,
    base: '/dashboard/',
    configFile: false,
    logLevel: 'warn',
    plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false }), chartsWithoutStyle],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2024',
      // Fonts and pictures stay files: the content security policy allows no data addresses for them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          index: `${pageDir}/index.html`,
          overlay: `${pageDir}/overlay.html`,
          inspector: `${pageDir}/inspector.html`,
        },
      },
    },
  }
}

/** The policy forbids style sheets inside a document: charts go without theirs, which the page brings itself. */
const chartsWithoutStyle: Plugin = {
  name: 'charts-without-style',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.svg')) continue
      const text = typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString()
      if (text.includes('class="chart"')) file.source = text.replace(/<style>[^]*?<\/style>/, '')
    }
  },
}
