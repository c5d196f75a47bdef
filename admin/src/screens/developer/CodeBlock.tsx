import { useSpeech } from '../../i18n/text';
import { Copy } from '../../ui/Copy';
import classes from './CodeBlock.module.css';

/** Something to paste: as it is, and with a button that copies it. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const { t } = useSpeech();
  return (
    <div className={classes['root']}>
      <pre className={classes['text']} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <span className={classes['copy']}>
        <Copy value={text} label={t('developer.copy', { what: label })} />
      </span>
    </div>
  );
}
