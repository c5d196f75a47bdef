import { useSpeech } from '../i18n/text';
import classes from './CodeBlock.module.css';
import { Copy } from './Copy';

/** Something to paste: as it is, and with a button that copies it. `tall` scrolls by itself. */
export function CodeBlock({ text, label, tall }: { text: string; label: string; tall?: boolean }) {
  const { t } = useSpeech();
  return (
    <div className={classes['root']} data-tall={tall || undefined}>
      <pre className={classes['text']} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <span className={classes['copy']}>
        <Copy value={text} label={t('action.copyOf', { what: label })} />
      </span>
    </div>
  );
}
