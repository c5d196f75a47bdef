import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';

import { SpeechProvider } from '../i18n/text';
import { Toasts } from '../ui/Toasts';
import { styleNonce } from './nonce';
import { usePreferences } from './preferences';
import { makeQueries } from './queries';
import { makeRouter } from './router';
import { colorSchemes, theme, variables } from './theme';

const queries = makeQueries(signIn);
const router = makeRouter(queries);

/** Leads to the sign-in and back. On the sign-in page itself, a refusal is that of what was typed. */
function signIn(): void {
  if (router.state.matches.some((match) => match.routeId === '/sign-in')) return;
  void router.navigate({ to: '/sign-in', search: { to: router.state.location.href } });
}

export function App() {
  const { language, density } = usePreferences();
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <SpeechProvider language={language}>
          <RouterProvider router={router} />
          <Toasts />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
