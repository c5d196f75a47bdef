import type { EntryDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { LinkButton } from '../../ui/links';
import classes from '../entry/Entry.module.css';
import { Timeline } from './Timeline';

/** The versions of an entry beside its form, each a link to the page that compares them. `of`: which part of an article, where it has several. */
export function History({ detail, of }: { detail: EntryDetail; of?: string }) {
  const { t } = useSpeech();
  const { collection, id } = detail.entry;
  return (
    <>
      {of && <h2 className={classes['partTitle']}>{of}</h2>}
      <LinkButton to="/c/$collection/$id/versions" params={{ collection, id }} size="compact-sm" variant="default" mb="sm">
        {t('versions.open')}
      </LinkButton>
      <Timeline detail={detail} {...(of ? { name: t('versions.allOf', { of }) } : {})} />
    </>
  );
}
