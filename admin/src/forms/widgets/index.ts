import type { ComponentType } from 'react';

import type { ControlKind } from '../controls';
import { Fixed, OneOf, OnOff } from './Choice';
import { Day, Timestamp } from './Moment';
import { Numeric } from './Numeric';
import type { WidgetProps } from './props';
import { LongText, Text } from './Text';

/** The control of each kind. */
export const widgets: Record<ControlKind, ComponentType<WidgetProps>> = {
  text: Text,
  textarea: LongText,
  markdown: LongText,
  richtext: LongText,
  code: LongText,
  date: Day,
  'date-time': Text,
  timestamp: Timestamp,
  number: Numeric,
  money: Numeric,
  switch: OnOff,
  select: OneOf,
  fixed: Fixed,
  media: Text,
  reference: Text,
};
