/** The texts outside the views, such as the navigation. */

import { textsOf } from "../words.js";

export const words = textsOf("page", {
  title: "Hexapoda",
  views: "Pages",
  settings: "Settings",
  play: "Play",
  analysis: "Analysis",
  review: "Review",
  puzzles: "Puzzles",
  practice: "Practice",
  library: "Library",
  matches: "Matches",
  runs: "Networks",
  learn: "Learn",
  guest:
    "You are a guest here, with games of your own. Is this your server? Open the address that hexapoda web printed.",
  failed: "The page could not be loaded.",
  unreachable: "The server does not answer.",
  retry: "Try again",
  copy: "Copy",
  copied: "Copied",
  qr: "QR code",
  qrOf: (/** @type {string} */ what) => `QR code: ${what}`,
  qrSays: "Or scan this code with a phone.",
});
