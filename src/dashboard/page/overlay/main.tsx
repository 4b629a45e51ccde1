import { render } from 'preact'
import { startWords } from '../words/words.ts'
import { Overlay } from './Overlay.tsx'

await startWords()
const root = document.getElementById('overlay')
const key = location.pathname.split('/').at(-1) ?? ''
if (root !== null) render(<Overlay overlayKey={key} />, root)
