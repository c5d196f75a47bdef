import {
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

import tokens from '../../../internal/look/tokens.json';
import { seenSite } from '../api/site';

/** The color of the site. It comes with the page, so that nothing is painted in another one first. */
const own = seenSite().accent;

/** The ten shades of a color of the look. */
const shades = (name: 'leaf' | 'iris' | 'day' | 'night') => tokens[name] as unknown as MantineColorsTuple;

/** What a window above the page is called. */
const headline = { fontSize: '1.125rem', fontWeight: 620, letterSpacing: '-0.01em' };

/** Calm, and dense enough for people who work in it all day. */
export const theme = createTheme({
  // Green goes on to mean that something is published or done, whatever color the site has.
  colors: { accent: own ? (own.shades as unknown as MantineColorsTuple) : shades('leaf'), leaf: shades('leaf'), iris: shades('iris'), gray: shades('day'), dark: shades('night') },
  primaryColor: 'accent',
  primaryShade: 7,
  radius: { sm: tokens.radius.small, md: tokens.radius.medium, lg: tokens.radius.large },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: tokens.font.text,
  fontFamilyMonospace: tokens.font.mono,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2', fontWeight: '650' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  components: {
    Tooltip: { defaultProps: { openDelay: 400 } },
    // Their markup, as it comes, is a second banner and an item that no menu may have.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } }, styles: { title: headline } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } }, styles: { title: headline } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // What drops down belongs to the page: outside it, it would be in no landmark.
    Popover: { defaultProps: { portalProps: { target: '#content' } } },
    // The gray of the one and the yellow of the other are too light to be read; a toast has an edge on whatever it lies.
    Notification: { styles: { root: { borderColor: 'var(--line)' }, description: { color: 'var(--mantine-color-text)' } } },
    Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
  },
});

/** What a scheme has that Mantine has a name for, and every token by its own. */
function properties(scheme: Record<string, string>): Record<string, string> {
  const own = Object.fromEntries(Object.entries(scheme).map(([name, color]) => [`--${name}`, color]));
  const { ink = '', soft = '', paper = '', card = '', edge = '', line = '', bad = '', act = '', fill = '' } = scheme;
  return {
    ...own,
    '--mantine-color-body': card,
    '--mantine-color-text': ink,
    '--mantine-color-dimmed': soft,
    '--mantine-color-placeholder': soft,
    '--mantine-color-default': card,
    '--mantine-color-default-border': edge,
    '--mantine-color-error': bad,
    '--mantine-color-anchor': act,
    '--mantine-color-accent-filled': fill,
    '--mantine-color-accent-filled-hover': scheme['fill-near'] ?? fill,
    '--input-line': line,
    '--page': paper,
  };
}

/** Both schemes are the look of the whole service, each a palette of its own. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: properties({ ...tokens.light, ...own?.light }),
  dark: properties({ ...tokens.dark, ...own?.dark }),
});

/** The key is known to index.html too, which reads it before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'quartet.theme' });
