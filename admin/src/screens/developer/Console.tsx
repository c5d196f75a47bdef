import { useSearch } from '@tanstack/react-router';

import { Access } from './Access';
import { Audit } from './Audit';
import { Backups } from './Backups';
import { DeferredHooks } from './DeferredHooks';
import { DeveloperPage } from './DeveloperPage';
import { Health } from './Health';
import { Manifests } from './Manifests';
import { Overview } from './Overview';

/** What the site declares and how it fares: /admin/dev. */
export function Console() {
  const { tab = 'overview' } = useSearch({ from: '/staff/dev' });
  return (
    <DeveloperPage title="developer.title" hint={`developer.hint.${tab}`}>
      {(console) => {
        switch (tab) {
          case 'overview':
            return <Overview console={console} />;
          case 'health':
            return <Health />;
          case 'backups':
            return <Backups />;
          case 'manifests':
            return <Manifests console={console} />;
          case 'deferred':
            return <DeferredHooks depth={console.queue} />;
          case 'audit':
            return <Audit />;
          case 'access':
            return <Access />;
        }
      }}
    </DeveloperPage>
  );
}
