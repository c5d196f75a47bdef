import type { Entry } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { CodeBlock } from '../../ui/CodeBlock';
import { Dialog } from '../../ui/Dialog';

/** An entry as the API gives it. */
export function JsonView({ entry, opened, close }: { entry: Entry; opened: boolean; close: () => void }) {
  const { t } = useSpeech();
  const json = JSON.stringify(entry, null, 2);
  return (
    <Dialog opened={opened} close={close} size="xl" title={t('entry.jsonTitle')}>
      <CodeBlock text={json} label={t('entry.jsonTitle')} tall />
    </Dialog>
  );
}
