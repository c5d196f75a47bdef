package admin_test

// tea is the site of most tests: posts with translations and comments,
// operational orders, and what reads and writes them.
const tea = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: { en: Posts, zh-TW: 文章 }
  description: What we write.
  schema:
    type: object
    required: [slug, title]
    properties:
      slug: { type: string, pattern: "^[a-z-]+$" }
      title: { type: string, maxLength: 500 }
      body: { type: string, x-mcp-hint: markdown }
      stars: { type: integer }
      cover: { type: string, x-service-ref: media_assets }
      author: { type: string, x-service-bind: ctx.staff }
  uniqueIndexes: [[slug]]
  indexes: [[stars]]
  searchableFields: [title, body]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: post-texts }
spec:
  title: Translations
  localized: true
  translates: { parent: posts, on: slug }
  schema:
    type: object
    required: [slug, locale, title]
    properties: { slug: { type: string }, locale: { type: string }, title: { type: string } }
  uniqueIndexes: [[slug, locale]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: comments }
spec:
  title: Comments
  schema:
    type: object
    properties: { slug: { type: string, x-service-ref: posts }, text: { type: string } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec:
  title: Orders
  lifecycle: operational
  schema:
    type: object
    required: [number, stage]
    properties:
      number: { type: string }
      stage: { type: string, enum: [placed, paid, shipped] }
      amount: { type: number }
      gift: { type: boolean }
      lines: { type: array, items: { type: string } }
  uniqueIndexes: [[number]]
  indexes: [[stage]]
  uiSchema: { list: { filterField: stage, primaryField: number, columns: [number, amount, gift, lines, createdAt] } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: log }
spec:
  title: Log
  lifecycle: operational
  schema: { type: object, readOnly: true, properties: { word: { type: string } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: letters }
spec:
  title: Letters
  schema: { type: object, readOnly: true, properties: { text: { type: string } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: send-letter }
spec:
  title: Send a letter
  requires: { auth: { all: [ctx.staff: [owner]] } }
  input: { type: object, properties: { text: { type: string } } }
  uiSchema: { collectionAction: letters }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: letters }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: send-letter-http }
spec: { source: { kind: http, method: POST, path: /api/letters }, target: { procedure: send-letter } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: published-posts }
spec: { from: posts, surface: public, fields: [slug, title] }
---
apiVersion: quartet/v1
kind: View
metadata: { name: order-book }
spec:
  title: Order book
  from: orders
  surface: staff
  fields: [number, stage, amount]
  orderBy: [{ field: number }]
  limit: 2
  params: { type: object, properties: { unused: { type: integer } } }
  uiSchema: { list: { columns: [number, amount], searchFields: [number], filterFields: [stage, amount] } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: stages }
spec:
  surface: staff
  sql: SELECT stage, count(*) AS orders, sum(amount) AS total FROM orders GROUP BY stage ORDER BY stage
  rows: { type: object, properties: { stage: { type: string }, orders: { type: integer, title: { en: Orders, zh-TW: 訂單 } }, total: { type: number } } }
  uiSchema: { list: { searchFields: [stage], filterFields: [stage, orders] } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: owners-only }
spec: { from: orders, surface: staff, requires: { auth: { all: [ctx.staff: [owner]] } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: move-order }
spec:
  title: Move an order
  description: Moves it on.
  requires: { auth: { all: [ctx.staff: [owner, editor]] } }
  input:
    type: object
    required: [id, expectedVersion, stage]
    properties:
      id: { type: string, x-service-ref: orders }
      expectedVersion: { type: number }
      stage: { type: string }
      post: { type: string, x-service-ref: comments }
      child: { type: string, x-service-ref: post-texts }
      lost: { type: string, x-service-ref: nothing }
      number: { type: string, x-service-ref: orders }
  uiSchema: { collectionAction: orders }
  output: { type: object }
  handler: { kind: builtin, op: update, schema: orders }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: move-order-http }
spec: { source: { kind: http, method: POST, path: /api/orders/move }, target: { procedure: move-order } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: shout }
spec:
  input: { type: object, required: [word], properties: { word: { type: string } } }
  output: { type: object }
  handler: { kind: ref, ref: shout }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: shout-staff }
spec: { source: { kind: mcp, surface: staff }, target: { procedure: shout } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: whisper }
spec:
  input: { type: object }
  output: { type: object }
  handler: { kind: ref, ref: shout }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: whisper-http }
spec: { source: { kind: http, method: POST, path: /api/whisper }, target: { procedure: whisper } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: write-log }
spec:
  requires: { guard: { procedure: never } }
  input: { type: object, properties: { word: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: log }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: never }
spec: { input: { type: object }, output: { type: object }, handler: { kind: ref, ref: fail } }
`
