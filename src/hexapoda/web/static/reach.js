/** Who can reach the server, and at what address, according to the catalog. */

import { isLocal } from "./address.js";

/** @type {{others: boolean, address: string | null}} */
let known = { others: false, address: null };

/** @param {{others: boolean, address: string | null}} catalog */
export const learnReach = ({ others, address }) => {
  known = { others, address };
};

/** Whether other devices can reach the server. */
export const reachesOthers = () => known.others;

/**
 * Return the address for other devices: the page's own, or the machine's network address if the page's is a loopback
 * address.
 */
export const pageAddress = () => (isLocal() && known.address) || `${location.origin}${location.pathname}`;

/** Whether a link to this page can be opened on another device. */
export const opensElsewhere = () => !isLocal() || known.address !== null;
