import { Fields } from '../../../forms/Fields';
import { Summary } from '../../../forms/templates/Summary';
import type { FormState } from '../../../forms/useFormState';
import { useSpeech } from '../../../i18n/text';
import { LookContext } from '../../../prose/look';
import entry from '../Entry.module.css';
import { Notices } from '../Notices';
import type { EntryEditor } from '../editor';

/** What is the same in every language of an article, beside its words. */
export function SharedFacts({ editor, form }: { editor: EntryEditor; form: FormState }) {
  const { t } = useSpeech();
  return (
    <section aria-labelledby="shared-facts" id={form.frame.idPrefix} className={entry['facts']}>
      <h2 className={entry['partTitle']} id="shared-facts">
        {t('article.shared')}
      </h2>
      <Notices editor={editor} />
      <Summary form={form} />
      <LookContext value={{ look: 'field' }}>
        <Fields form={form} inRail />
      </LookContext>
    </section>
  );
}
