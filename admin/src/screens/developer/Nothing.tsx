import { useSpeech } from '../../i18n/text';
import { EmptyState } from '../../ui/EmptyState';

/** Says that nothing matches, or that the site declares nothing of the kind, and what that would be for. */
export function Nothing({ narrowed, what }: { narrowed: boolean; what: 'procedures' | 'hooks' | 'views' | 'http' | 'public' | 'staff' | 'pages' }) {
  const { t } = useSpeech();
  if (narrowed) return <EmptyState icon="search" title={t('list.noMatch')} />;
  return <EmptyState icon="developer" title={t(`developer.nothing.${what}`)} hint={t(`developer.nothingHint.${what}`)} />;
}
