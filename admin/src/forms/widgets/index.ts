import type { ComponentType } from 'react';

import type { ControlKind } from '../controls';
import { Fixed, OneOf, OnOff } from './Choice';
import { later } from './Lazy';
import { Media } from './Media';
import { DateTime, Day, Timestamp } from './Moment';
import { Money, Numeric } from './Numeric';
import type { WidgetProps } from './props';
import { Reference } from './Reference';
import { Stamp } from './Stamp';
import { LongText, Text } from './Text';

/** The control of each kind. */
export const widgets: Record<ControlKind, ComponentType<WidgetProps>> = {
  text: Text,
  textarea: LongText,
  markdown: later(() => import('../../prose/ProseField').then((module) => module.Markdown), 320),
  richtext: later(() => import('../../prose/ProseField').then((module) => module.RichText), 260),
  code: later(() => import('./Code').then((module) => module.Code), 160),
  date: Day,
  'date-time': DateTime,
  timestamp: Timestamp,
  number: Numeric,
  money: Money,
  switch: OnOff,
  select: OneOf,
  fixed: Fixed,
  media: Media,
  reference: Reference,
  stamp: Stamp,
};

/** The control of what nothing else can show. */
export const jsonWidget = later(() => import('./Json').then((module) => module.Json), 120);
