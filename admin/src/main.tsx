import './app/mantine.css';
import '@mantine/notifications/styles.css';
import './app/global.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ApiFailure } from './api/failure';
import { App } from './app/App';
import { keepCompositions } from './app/composition';
import { listenForShortcuts } from './app/shortcuts';
import { styleNonce } from './app/nonce';

// Libraries that add style sheets at run time look here for what the content security policy asks of them.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();

keepCompositions();
listenForShortcuts();

/** What the service refused is said on the page. The console hears of what nobody expected. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof ApiFailure)) console.error(error);
}

const place = document.getElementById('root');
if (place) {
  createRoot(place, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
