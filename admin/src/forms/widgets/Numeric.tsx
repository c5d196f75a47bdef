import { Text, TextInput } from '@mantine/core';

import { useFormValue, useFrame } from '../frame';
import { amountOf, currencyOf, decimalsOf, minorOf } from '../money';
import { typesOf } from '../shape';
import { useDraft } from './draft';
import { marks, type WidgetProps } from './props';

/** A number. */
export function Numeric(props: WidgetProps) {
  const { text, type, settle } = useDraft(props.value, props.change, { read: numberOf, write: writtenNumber });
  return <NumberInput {...props} text={text} type={type} settle={settle} />;
}

/** An amount of money, kept in minor units. */
export function Money(props: WidgetProps) {
  const { root } = useFrame();
  const whole = useFormValue();
  const currency = currencyOf(props.path, whole, root);
  const decimals = decimalsOf(currency);
  const draft = useDraft(props.value, props.change, {
    read: (text) => minorOf(text, decimals),
    write: (value) => (Number.isInteger(value) ? amountOf(value as number, decimals) : writtenNumber(value)),
  });
  return <NumberInput {...props} {...draft} unit={currency} placeholder={amountOf(0, decimals)} decimal />;
}

interface InputProps extends WidgetProps {
  text: string;
  type: (text: string) => void;
  settle: () => void;
  unit?: string | undefined;
  placeholder?: string;
  decimal?: boolean;
}

function NumberInput(props: InputProps) {
  const { shape, text, type, settle, blur, unit, placeholder } = props;
  const whole = typesOf(shape)[0] === 'integer' && !props.decimal;
  const least = shape.minimum ?? -1;
  return (
    <TextInput
      {...marks(props)}
      // Keyboards of phones for numbers have no minus sign.
      inputMode={least < 0 ? 'text' : whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      maw={260}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        settle();
        blur();
      }}
      {...(unit ? { rightSection: <Text size="xs" c="dimmed">{unit}</Text>, rightSectionWidth: 48, rightSectionPointerEvents: 'none' as const } : {})}
    />
  );
}

const writtenNumber = (value: unknown) => (typeof value === 'number' ? String(value) : '');

/**
 * The number that a text is; undefined for anything else, and for whole numbers that would not stay exact. A comma is a
 * decimal sign, but not before three digits, where it may as well group.
 */
export function numberOf(text: string): number | undefined {
  const written = text.trim().replace('−', '-').replace(/^([+-]?\d*),(\d{1,2}|\d{4,})$/, '$1.$2');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written)) return undefined;
  const number = Number(written);
  if (!Number.isFinite(number)) return undefined;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}
