import hooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  { ignores: ['bundle', 'src/**/*.gen.ts'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Numbers in messages are wanted; promises given to onClick are handled by the query client.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // The router's redirects are thrown, and are no errors.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  { files: ['src/**/*.tsx', 'src/**/*.ts'], ...hooks.configs.flat.recommended },
  {
    files: ['src/**/*.tsx'],
    ignores: ['src/ui/**'],
    rules: {
      'no-restricted-imports': ['error', {
        paths: [{ name: '@mantine/core', importNames: ['Alert', 'CopyButton', 'Drawer', 'Modal'], message: 'src/ui has Notice, Copy, SideSheet and Dialog.' }],
      }],
    },
  },
  { files: ['*.mjs'], ...tseslint.configs.disableTypeChecked },
);
