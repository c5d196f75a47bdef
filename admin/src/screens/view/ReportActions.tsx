import { Button } from '@mantine/core';

import type { Query } from '../../api/client';
import { useBootstrap } from '../../api/session';
import type { View } from '../../api/types.gen';
import { viewAddress, viewExportAddress } from '../../api/views';
import { useSpeech } from '../../i18n/text';
import { CopyWords } from '../../ui/Copy';
import { Icon } from '../../ui/icons';

/** What can be taken from a report: all of it as CSV, and the address under which a program finds it. */
export function ReportActions({ view, query }: { view: View; query: Query }) {
  const { t } = useSpeech();
  const { site } = useBootstrap();
  return (
    <>
      <CopyWords
        value={viewAddress(view, query, site.publicUrl || location.origin)}
        label={t('action.copyAddress')}
        hint={t(view.surface === 'public' ? 'reports.addressHint' : 'reports.addressStaffHint')}
      />
      <Button variant="default" component="a" href={viewExportAddress(view.name, query)} download leftSection={<Icon name="download" />}>
        {t('list.export')}
      </Button>
    </>
  );
}
