import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

const leaf: MantineColorsTuple = [
  '#effbf8', '#d5f2eb', '#a9e3d7', '#7ad2c1', '#4cbcaa', '#2aa18f', '#168474', '#0f6e62', '#0f5850', '#103f3b',
];

/** Calm, and dense enough for people who work in it all day. */
export const theme = createTheme({
  colors: { leaf },
  primaryColor: 'leaf',
  primaryShade: 7,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans TC", "PingFang TC", "Microsoft JhengHei", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } } },
  components: {
    Tooltip: { defaultProps: { openDelay: 400 } },
    // Their markup, as it comes, is a second banner and an item that no menu may have.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // What drops down belongs to the page: outside it, it would be in no landmark.
    Popover: { defaultProps: { portalProps: { target: '#content' } } },
    // The gray of the one and the yellow of the other are too light to be read.
    Notification: { styles: { description: { color: 'var(--mantine-color-dimmed)' } } },
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
  },
});

/** Texts that are less loud still have a contrast of 4.5 to 1. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-text': '#20262a', '--mantine-color-dimmed': '#59626b', '--mantine-color-placeholder': '#6a727b', '--mantine-color-error': '#c92a2a' },
  dark: { '--mantine-color-dimmed': '#a3a9b1', '--mantine-color-placeholder': '#9097a0', '--mantine-color-error': '#ff8787' },
});

/** The key is known to index.html too, which reads it before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'quartet.theme' });
