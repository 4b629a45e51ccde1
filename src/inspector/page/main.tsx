import { render } from 'preact'
import { Inspector } from './Inspector.tsx'
import { startInspector } from './inspected.ts'
import { listenToKeys } from './keys.ts'

startInspector()
listenToKeys()
const root = document.getElementById('inspector')
if (root !== null) render(<Inspector />, root)
