// A terminal, drawn as SVG: commands are typed and their lines appear, within ten
// seconds. Who wants no motion sees the last picture at once.
const width = 92 // characters
const lineHeight = 20
const margin = 18
const typing = 0.03 // seconds a character
const reading = 1.1 // seconds after what a command printed

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cut = (text) => (text.length > width ? `${text.slice(0, width - 1)}…` : text)

// lines are what is shown, each with the second in which it appears.
function lines(shown) {
  const all = []
  let now = 0.4
  for (const { command, output } of shown) {
    all.push({ at: now, text: `$ ${command}`, typed: true })
    now += Math.min(1.2, command.length * typing)
    for (const line of output.split('\n')) all.push({ at: now, text: line })
    now += reading
  }
  return all
}

// drawn is the picture of commands with their outputs.
export function drawn(shown) {
  const all = lines(shown)
  const size = { width: width * 8.4 + 2 * margin, height: all.length * lineHeight + 2 * margin }
  const text = all.map(({ at, text, typed }, i) => {
    const y = margin + (i + 1) * lineHeight - 6
    return `<text x="${margin}" y="${y}" class="${typed ? 'c' : 'o'}" style="animation-delay:${at.toFixed(2)}s" xml:space="preserve">${escape(cut(text))}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="A terminal: a mistake is found, the site is served and asked">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d6dce4; animation: show 0.01s both }
.c { fill: #8fd0a8; font-weight: 600 }
@keyframes show { from { opacity: 0 } to { opacity: 1 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
</style>
<rect width="100%" height="100%" rx="10" fill="#161b22"/>
${text.join('\n')}
</svg>
`
}
