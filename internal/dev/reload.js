// Makes a public page follow the site: it is loaded again when what it shows has
// changed, and what is wrong is shown over it, with the page before behind.
(() => {
  const { base, version: shown } = document.currentScript.dataset
  let host = null
  let told = '' // the last event
  let failures = Number(document.currentScript.dataset.failures ?? 0) // how many calls of handlers had failed by then
  let latest = 0 // its number: what follows an older one gives way

  function addStyles(root) {
    for (const name of ['problems.css', 'overlay.css']) {
      const style = root.appendChild(document.createElement('link'))
      style.rel = 'stylesheet'
      style.href = base + name
    }
  }

  function show(markup) {
    hide()
    if (!markup) return
    host = document.body.appendChild(document.createElement('div'))
    const root = host.attachShadow({ mode: 'open' })
    addStyles(root)
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
    const text = await answer.text()
    if (number !== latest) return
    const problems = answer.status >= 500 ? problemsOf(new DOMParser().parseFromString(text, 'text/html')) : ''
    if (problems) show(problems)
    else if (isHalfTyped()) wait()
    else location.reload()
  }

  // What somebody has typed and not sent is not thrown away: the page waits until it is sent, emptied or given up.
  const typed = new Set()
  let bar = null
  const isHalfTyped = () => [...typed].some((field) => field.isConnected && isChanged(field))

  function isChanged(field) {
    if (field.options) return [...field.options].some((each, at) => each.selected !== isDefault(field, each, at))
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked
    return field.value !== field.defaultValue
  }

  function isDefault(field, option, at) {
    const none = !field.multiple && ![...field.options].some((each) => each.defaultSelected)
    return none ? at === 0 : option.defaultSelected
  }

  function wait() {
    if (bar) return
    bar = document.body.appendChild(document.createElement('div'))
    const root = bar.attachShadow({ mode: 'open' })
    addStyles(root)
    const note = root.appendChild(document.createElement('p'))
    note.className = 'waiting'
    note.setAttribute('role', 'status')
    note.append('The site has changed. The page keeps what you typed. ')
    const button = note.appendChild(document.createElement('button'))
    button.type = 'button'
    button.textContent = 'Reload'
    button.addEventListener('click', () => location.reload())
  }

  function typing(event) {
    const field = event.composedPath()[0]
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) typed.add(field)
    goOn()
  }

  const goOn = () => setTimeout(() => bar && !isHalfTyped() && location.reload()) // a reset comes after its event
  for (const name of ['input', 'change']) document.addEventListener(name, typing, true)
  document.addEventListener('reset', goOn, true)

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
