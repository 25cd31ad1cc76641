/** Short sounds made on the spot: wood, leather, paper, metal. Off until somebody turns them on. */

import { prefs } from './prefs.svelte'

let context: AudioContext | null = null

function knock(at: number, pitch: number, length: number, noise: number, loud = 1): void {
  if (!context) return
  const start = context.currentTime + at
  const gain = context.createGain()
  gain.gain.setValueAtTime(prefs.volume * 0.5 * loud, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  gain.connect(context.destination)
  const tone = context.createOscillator()
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(pitch, start)
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, start + length)
  tone.connect(gain)
  tone.start(start)
  tone.stop(start + length)
  if (!noise) return
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate)
  const data = buffer.getChannelData(0)
  for (let n = 0; n < data.length; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length) * noise
  const hiss = context.createBufferSource()
  hiss.buffer = buffer
  hiss.connect(gain)
  hiss.start(start)
}

const SOUNDS = {
  turn: () => {
    knock(0, 420, 0.16, 0.2)
    knock(0.18, 520, 0.2, 0.2)
  },
  conquest: () => {
    knock(0, 110, 0.22, 0.35)
    knock(0.06, 340, 0.1, 0.15)
  },
  loss: () => knock(0, 90, 0.3, 0.2),
  decline: () => knock(0, 240, 0.35, 0.6, 0.4),
  die: () => {
    for (let n = 0; n < 4; n += 1) knock(n * 0.09, 260 + n * 30, 0.07, 0.3)
  },
  coins: () => {
    for (let n = 0; n < 3; n += 1) knock(n * 0.08, 1900 + n * 260, 0.12, 0, 0.4)
  },
  illegal: () => knock(0, 160, 0.06, 0.1, 0.5),
  end: () => {
    knock(0, 294, 0.4, 0)
    knock(0.2, 440, 0.6, 0)
  },
}

export type Sound = keyof typeof SOUNDS

export function sound(name: Sound): void {
  if (prefs.volume <= 0) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  SOUNDS[name]()
}
