import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkButton } from '../../ui/links';
import { Timeline } from './Timeline';

/** The versions of an entry beside its form, each a link to the page that compares them. */
export function History({ detail }: { detail: EntryDetail }) {
  const { t } = useSpeech();
  const { collection, id } = detail.entry;
  return (
    <>
      <LinkButton to="/c/$collection/$id/versions" params={{ collection, id }} size="compact-sm" variant="default" mb="sm">
        {t('versions.open')}
      </LinkButton>
      <Timeline detail={detail} />
    </>
  );
}
