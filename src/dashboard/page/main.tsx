import { render } from 'preact'
import { App } from './app/App.tsx'
import { startLive } from './app/page.ts'
import { startRouter } from './app/router.ts'
import { startWords } from './words/words.ts'

await startWords()
startRouter()
startLive()
const root = document.getElementById('page')
if (root !== null) render(<App />, root)
