import { equal, rejects, script, throws } from '../check'

export default script(() => {
  const target = new EventTarget()
  const heard: string[] = []
  const listener = { handleEvent: (event: Event) => { heard.push(`${event.type} ${event.target === target}`); event.preventDefault() } }
  target.addEventListener('tea', listener)
  target.addEventListener('tea', listener)
  target.addEventListener('tea', () => heard.push('once'), { once: true })
  equal([target.dispatchEvent(new Event('tea', { cancelable: true })), target.dispatchEvent(new Event('milk'))], [false, true])
  target.dispatchEvent(new Event('tea'))
  target.removeEventListener('tea', listener)
  target.dispatchEvent(new Event('tea'))
  equal(heard, ['tea true', 'once', 'tea true'])
})
