/** All stories in one process: they share one world, which takes longer to start than any of them to be told. */
import "./checkout.mjs";
import "./edges.mjs";
import "./orders.mjs";
import "./refunds.mjs";
