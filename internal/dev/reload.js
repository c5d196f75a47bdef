// Makes a public page follow the site: it is loaded again when what it shows has
// changed, and what is wrong is shown over it, with the page before behind.
(() => {
  const base = new URL('.', document.currentScript.src).href
  const shown = document.currentScript.dataset.version
  let host = null
  let told = '' // the last event
  let failures = Number(document.currentScript.dataset.failures ?? 0) // how many calls of handlers had failed by then
  let latest = 0 // its number: what follows an older one gives way

  function show(markup) {
    hide()
    if (!markup) return
    host = document.body.appendChild(document.createElement('div'))
    const root = host.attachShadow({ mode: 'open' })
    for (const name of ['problems.css', 'overlay.css']) {
      const style = root.appendChild(document.createElement('link'))
      style.rel = 'stylesheet'
      style.href = base + name
    }
    const parsed = new DOMParser().parseFromString(markup, 'text/html')
    const dialog = root.appendChild(document.importNode(parsed.querySelector('dialog'), true))
    dialog.querySelector('button').addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', hide)
    dialog.showModal()
  }

  function hide() {
    host?.remove()
    host = null
  }

  const problemsOf = (page) => page.querySelector('#quartet-problems')?.innerHTML ?? ''

  // A page that cannot be rendered now is not put in place of this one.
  async function reload(number) {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' })
    const text = answer.status >= 500 ? await answer.text() : ''
    if (number !== latest) return
    const problems = problemsOf(new DOMParser().parseFromString(text, 'text/html'))
    if (problems) show(problems)
    else location.reload()
  }

  async function overlay(name, number) {
    const markup = await (await fetch(base + name, { cache: 'no-store' })).text()
    if (number === latest) show(markup)
  }

  async function follow(now, number) {
    const failed = now.failures > failures
    failures = now.failures
    if (now.problems) {
      await overlay('problems', number)
    } else if (failed) {
      await overlay('failures', number)
    } else if (now.version !== shown) {
      await reload(number)
    } else {
      show(problemsOf(document))
    }
  }

  new EventSource(base + 'events').onmessage = (event) => {
    if (event.data === told) return
    told = event.data
    follow(JSON.parse(told), ++latest).catch(() => {}) // the server has ended; its next event says more
  }
})()
