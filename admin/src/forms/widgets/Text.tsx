import { Text as Words, Textarea, TextInput } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import { useLook } from '../../prose/look';
import { lengthOf } from '../findings';
import { asText, marks, type WidgetProps } from './props';
import { TitleLine } from './TitleLine';

/** One line. On a page for writing it is the title. */
export function Text(props: WidgetProps) {
  const { look } = useLook();
  return (
    <>
      {look === 'page' ? <TitleLine {...props} /> : <Line {...props} />}
      <Count {...props} from={0.8} />
    </>
  );
}

/** The kind of text says which keyboard a phone shows. */
function Line(props: WidgetProps) {
  const { shape, value, change } = props;
  const format = shape.format ?? '';
  const code = shape.pattern !== undefined || format !== '';
  return (
    <TextInput
      {...marks(props)}
      // The service says what is an address; a browser would say it in another way.
      type="text"
      inputMode={format === 'email' ? 'email' : format === 'uri' || format === 'url' ? 'url' : 'text'}
      autoComplete="off"
      {...(code ? { autoCapitalize: 'none', spellCheck: false } : {})}
      value={asText(value)}
      onChange={(event) => change(event.currentTarget.value || undefined)}
    />
  );
}

/** Several lines, as many as there are. */
export function LongText(props: WidgetProps) {
  const { value, change } = props;
  const { look } = useLook();
  if (look === 'page') return <Text {...props} />;
  return (
    <>
      <Textarea
        {...marks(props)}
        autosize
        minRows={3}
        maxRows={24}
        value={asText(value)}
        onChange={(event) => change(event.currentTarget.value || undefined)}
      />
      <Count {...props} from={0} />
    </>
  );
}

/** How many of the characters are used that there may be, from a share of them on. */
export function Count({ shape, value, readOnly, from }: Pick<WidgetProps, 'shape' | 'value' | 'readOnly'> & { from: number }) {
  const { t, number } = useSpeech();
  const most = shape.maxLength;
  const length = lengthOf(asText(value));
  if (most === undefined || readOnly || length < most * from) return null;
  return (
    <Words size="xs" ta="end" mt={2} c={length > most ? 'var(--mantine-color-error)' : 'dimmed'}>
      {t('forms.count', { count: number(length), most: number(most) })}
    </Words>
  );
}
