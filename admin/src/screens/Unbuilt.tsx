import { useSpeech } from '../i18n/text';
import { EmptyState } from '../ui/EmptyState';

/** Stands where a screen will be. */
export function Unbuilt() {
  const { t } = useSpeech();
  return <EmptyState page icon="collection" title={t('unbuilt.title')} hint={t('unbuilt.hint')} />;
}
