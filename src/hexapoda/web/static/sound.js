/** Short synthesized sounds for a move and for the end of a game. */

import { settings } from "./settings.js";

/**
 * The tones of each sound: the pitch in Hz, then the start and the duration in seconds.
 * @type {Record<string, [number, number, number][]>}
 */
const SOUNDS = {
  move: [[190, 0, 0.07]],
  youWon: [
    [392, 0, 0.16],
    [494, 0.13, 0.16],
    [587, 0.26, 0.4],
  ],
  youLost: [
    [330, 0, 0.2],
    [247, 0.18, 0.45],
  ],
  drawn: [[330, 0, 0.35]],
};
const LOUD = 0.16;

/** @type {AudioContext | null} */
let audio = null;

/**
 * Play a sound, unless the visitor has switched sounds off. Browsers block sound before the first click.
 * @param {string} name
 */
export function playSound(name) {
  if (!settings().sound || !(name in SOUNDS)) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // the browser would log a warning
  audio ??= new AudioContext();
  if (audio.state === "suspended") {
    audio.resume();
    return; // queued tones would all play at once
  }
  for (const [pitch, from, length] of SOUNDS[name]) {
    const begin = audio.currentTime + from,
      tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch }),
      volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
