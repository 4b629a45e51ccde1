import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

export default defineConfig(
  globalIgnores(['**/node_modules', 'data', '**/dist', 'coverage']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name: a name tells what is imported.' },
      ],
      'prefer-template': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // A loop that feeds itself needs the annotation that this rule takes away.
      '@typescript-eslint/no-inferrable-types': 'off',
      // A text spreads into its code points, which is what is meant wherever the house does it.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Interfaces are kept by closures and by classes with private fields, whose misuse throws: taking one apart is safe.
      '@typescript-eslint/unbound-method': 'off',
      // An event handler may be asynchronous; everything else that ignores a promise is an error.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // `return refuse(…)` in a void function is an early return in one line.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Its advice is a non-null assertion, which the house does not use.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/simulator/platform/page/*.js'],
    languageOptions: {
      globals: {
        document: 'readonly',
        fetch: 'readonly',
        FormData: 'readonly',
        Option: 'readonly',
        setInterval: 'readonly',
      },
    },
  },
  {
    // Chai asserts by property access (`to.be.true`), which is an expression statement by design.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      // What a callback or a server changes meanwhile, the compiler cannot see.
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    // Plain scripts: run by the machine's own Node or by the tools, outside the TypeScript project.
    files: ['**/*.{js,cjs,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        console: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        module: 'writable',
      },
    },
    rules: { 'no-restricted-syntax': 'off' },
  },
)
