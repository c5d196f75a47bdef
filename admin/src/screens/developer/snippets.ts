import { curlOf, toolCallOf } from './curl';
import type { Call, Interface } from './interfaces';
import { inTypeScript, literal } from './literal';
import type { Values } from './request';

export const languages = ['curl', 'typescript', 'go'] as const;
export type Language = (typeof languages)[number];

/** The call in a language, to paste; undefined where the language has no way to make it. */
export function codeOf(language: Language, item: Interface, values: Values): string | undefined {
  const { call, credential } = item;
  switch (language) {
    case 'curl':
      if (call.by === 'mcp') return toolCallOf(call.url, call.tool, values);
      return curlOf({ ...call, values, credential: credential === 'token' ? 'none' : credential });
    case 'typescript':
      return call.by === 'mcp' ? toolInTypeScript(call, values) : routeInTypeScript(call, item, values);
    case 'go':
      return call.by === 'mcp' ? toolInGo(call, values) : routeInGo(call, item, values);
  }
}

type Http = Extract<Call, { by: 'http' }>;
type Mcp = Extract<Call, { by: 'mcp' }>;

/** The values of a View apart from which page is asked for. */
function split({ page, show, cursor, ...params }: Values) {
  return { paging: Object.fromEntries(Object.entries({ page, show, cursor }).filter(([, value]) => value !== undefined)), params };
}

const isOfStaff = ({ path }: Http) => path.startsWith('/admin/');

function routeInTypeScript(call: Http, { credential }: Interface, values: Values): string | undefined {
  const { client, origin } = call;
  if (!client) return undefined;
  const options = [`baseUrl: ${literal(origin)}`];
  if (isOfStaff(call)) options.push('staff: true', "headers: { Cookie: process.env.QUARTET_COOKIE ?? '' }");
  else if (credential !== 'none') options.push('token: process.env.QUARTET_TOKEN');
  return `import { createService } from './.service/generated/service'

const site = createService({ ${options.join(', ')} })
const answer = await site.${client.of}${member(client.name)}(${client.of === 'views' ? viewOptions(values) : inTypeScript(values)})
console.log(JSON.stringify(answer, null, 2))
`;
}

function viewOptions(values: Values): string {
  const { paging, params } = split(values);
  const options = { ...(Object.keys(params).length > 0 ? { params } : {}), ...paging };
  return Object.keys(options).length === 0 ? '' : inTypeScript(options);
}

const member = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${literal(name)}]`);

function toolInTypeScript({ url, tool }: Mcp, values: Values): string {
  return `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const client = new Client({ name: 'example', version: '1.0.0' })
const headers = { Authorization: \`Bearer \${process.env.QUARTET_TOKEN}\` }
await client.connect(new StreamableHTTPClientTransport(new URL(${literal(url)}), { requestInit: { headers } }))
const answer = await client.callTool({ name: ${literal(tool)}, arguments: ${inTypeScript(values)} })
console.log(JSON.stringify(answer.structuredContent, null, 2))
await client.close()
`;
}

/** What a Go program of the site imports, calls, and prints. */
function goProgram(imports: readonly string[], body: string): string {
  const own = imports.filter((each) => each.includes('.') || each.includes('/service'));
  const standard = imports.filter((each) => !own.includes(each));
  const lines = (all: readonly string[]) => all.map((each) => `\t"${each}"\n`).join('');
  return `package main

import (
${lines(standard)}
${lines(own)})

func main() {
	ctx := context.Background()
${body}	text, err := json.MarshalIndent(answer, "", "  ")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}
`;
}

const failing = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n';

/** Where the generated package lies; go.mod of the site says what stands for example.org/site. */
const generated = 'example.org/site/service';

/** Remote programs reach public Views, and the Procedures of HTTP Triggers. */
function routeInGo(call: Http, { credential }: Interface, values: Values): string | undefined {
  const { client, origin } = call;
  if (!client || isOfStaff(call)) return undefined;
  const name = exported(client.name);
  const token = credential === 'none' ? '' : ', Token: os.Getenv("QUARTET_TOKEN")';
  const imports = ['context', 'encoding/json', 'fmt', 'log', ...(token ? ['os'] : []), generated];
  const connect = `\tsite, err := service.Connect(service.Remote{BaseURL: ${literal(origin, '"')}${token}})\n${failing}`;
  if (client.of === 'procedures') {
    return goProgram(imports, `${connect}${decoded('input', `ProcInput${name}`, values)}\tanswer, err := site.Procedures.${name}.Call(ctx, input)\n${failing}`);
  }
  const { paging, params } = split(values);
  const page = Object.entries(paging).map(([key, value]) => `${exported(key)}: ${JSON.stringify(value)}`);
  const given = call.client?.params ? 'params, ' : '';
  const read = `\tanswer, err := site.Views.${name}.Read(ctx, ${given}service.Paging{${page.join(', ')}})\n${failing}`;
  return goProgram(imports, connect + (given ? decoded('params', `ViewParams${name}`, params) : '') + read);
}

function decoded(variable: string, type: string, values: Values): string {
  return `\tvar ${variable} service.${type}
	if err := json.Unmarshal([]byte(${raw(JSON.stringify(values))}), &${variable}); err != nil {
		log.Fatal(err)
	}
`;
}

/** A text of Go that needs no escapes where it can have none. */
const raw = (text: string) => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);

/** An authored name as an exported one of Go. */
function exported(name: string): string {
  const upper = name.charAt(0).toUpperCase() + name.slice(1);
  return /^\p{Lu}/u.test(upper) ? upper : `X${upper}`;
}

function toolInGo({ url, tool }: Mcp, values: Values): string {
  const imports = ['context', 'encoding/json', 'fmt', 'log', 'os', 'github.com/modelcontextprotocol/go-sdk/mcp', 'golang.org/x/oauth2'];
  return goProgram(imports, `	token := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: os.Getenv("QUARTET_TOKEN")})
	transport := &mcp.StreamableClientTransport{Endpoint: ${literal(url, '"')}, HTTPClient: oauth2.NewClient(ctx, token)}
	client := mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, transport, nil)
${failing}	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: ${literal(tool, '"')}, Arguments: json.RawMessage(${raw(JSON.stringify(values))})})
${failing}	answer := result.StructuredContent
`);
}
