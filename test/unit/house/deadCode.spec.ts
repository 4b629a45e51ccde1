import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { filesBelow, readSource, ROOT, sourceFiles } from './sources.ts'

/** Files that something other than an import starts. */
const ENTRIES =
  /^src\/(main|read|replay\/main|inspector\/charts\/main|simulator\/(main|demo))\.ts$|\.spec\.ts$|\.config\.ts$|^test\/bench\/|^test\/support\/(leaks|postgres)\.ts$/

interface Module {
  /** Exported name → whether the module itself uses it besides declaring it. */
  exported: Map<string, boolean>
  /** What it takes from others; `*` stands for all of a module. */
  taken: { from: string; name: string }[]
}

/** What a module exports and takes from others, by syntax alone. */
function readModule(path: string): Module {
  const source = ts.createSourceFile(path, readSource(path), ts.ScriptTarget.Latest, true)
  const exported = new Map<string, boolean>()
  const taken: Module['taken'] = []
  const words = new Map<string, number>()

  const take = (specifier: ts.Expression | undefined, name: string): void => {
    if (specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')) {
      const file = join(dirname(path), specifier.text).replaceAll('\\', '/')
      if (existsSync(join(ROOT, file))) taken.push({ from: file, name })
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) words.set(node.text, (words.get(node.text) ?? 0) + 1)
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings
      if (node.importClause?.name !== undefined) take(node.moduleSpecifier, 'default')
      if (bindings === undefined)
        take(node.moduleSpecifier, node.importClause === undefined ? '*' : 'default')
      else if (ts.isNamespaceImport(bindings)) take(node.moduleSpecifier, '*')
      else
        for (const { propertyName, name } of bindings.elements)
          take(node.moduleSpecifier, (propertyName ?? name).text)
    } else if (ts.isExportDeclaration(node)) {
      if (node.exportClause === undefined) take(node.moduleSpecifier, '*')
      else if (ts.isNamedExports(node.exportClause)) {
        for (const { propertyName, name } of node.exportClause.elements) {
          take(node.moduleSpecifier, (propertyName ?? name).text)
          // A door lists what a folder offers; what stands behind it is judged where it is declared.
          exported.set(name.text, true)
        }
      }
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      take(node.arguments[0], '*')
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      take(node.argument.literal, '*')
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
      take(node.arguments?.[0], '*')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)

  for (const statement of source.statements) {
    if (!ts.canHaveModifiers(statement)) continue
    if (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true)
      continue
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : [(statement as ts.FunctionDeclaration).name]
    for (const name of names) {
      if (name !== undefined && ts.isIdentifier(name))
        exported.set(name.text, (words.get(name.text) ?? 0) > 1)
    }
  }
  return { exported, taken }
}

function deadCode(paths: string[]): string[] {
  const modules = new Map(paths.map((path) => [path, readModule(path)]))
  const used = new Set(
    [...modules.values()].flatMap(({ taken }) => taken.map(({ from, name }) => `${from}#${name}`)),
  )
  const pages = filesBelow(['src'], /\.html$/)
    .map(readSource)
    .join('\n')
  return [...modules].flatMap(([path, { exported }]) => {
    if (ENTRIES.test(path) || used.has(`${path}#*`)) return []
    const inPage = pages.includes(path.split('/').at(-1) ?? path)
    const names = [...exported.keys()]
    if (!inPage && !names.some((name) => used.has(`${path}#${name}`)))
      return [`${path}: nothing uses this file`]
    return names
      .filter((name) => exported.get(name) !== true && !used.has(`${path}#${name}`))
      .map((name) => `${path}: nothing uses ${name}`)
  })
}

describe('dead code', () => {
  it('is not kept: everything exported is used somewhere', () => {
    const paths = sourceFiles(['machines', 'config', 'src', 'test']).filter((path) => !path.endsWith('.d.ts'))
    expect(deadCode(paths)).to.deep.equal([])
  })

  it('would be found: this very file is used by nobody once it is no entry', () => {
    const { exported, taken } = readModule('test/unit/house/deadCode.spec.ts')
    expect([...exported.keys()]).to.deep.equal([])
    expect(taken.map(({ name }) => name)).to.include.members([
      'filesBelow',
      'readSource',
      'ROOT',
      'sourceFiles',
    ])
    expect([...readModule('test/unit/house/sources.ts').exported.keys()]).to.have.members([
      'ROOT',
      'sourceFiles',
      'filesBelow',
      'readSource',
    ])
    expect(deadCode(['test/unit/house/sources.ts'])).to.deep.equal([
      'test/unit/house/sources.ts: nothing uses this file',
    ])
  })
})
