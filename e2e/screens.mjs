// Every screen of the Admin application, with data in it: what axe finds in both
// themes, whether it fits a telephone, and what it looks like.
import assert from 'node:assert/strict'
import { close, desk, look, settled } from './chromium.mjs'
import { screens } from './screens-table.mjs'
