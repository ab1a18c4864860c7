/** Who can reach the server, and at what address: what the catalog says of it. */

import { isLocal } from "./address.js";

/** @type {{others: boolean, address: string | null}} */
let known = { others: false, address: null };

/** @param {{others: boolean, address: string | null}} catalog */
export const learnReach = ({ others, address }) => {
  known = { others, address };
};

/** Whether other devices can reach the server. */
export const reachesOthers = () => known.others;

/** Where other devices open the page: this address, or that of the machine in its network if this one leads nowhere else. */
export const pageAddress = () => (isLocal() && known.address) || `${location.origin}${location.pathname}`;

/** Whether a link to this page opens on another device. */
export const opensElsewhere = () => !isLocal() || known.address !== null;
